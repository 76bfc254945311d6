#![allow(missing_docs,reason="t")]
use outflank_engine::*; use outflank_othello::*;
fn main(){ let a:Vec<String>=std::env::args().collect(); let f=&a[1]; let from:usize=a[2].parse().unwrap(); let n:usize=a[3].parse().unwrap(); let th:usize=a[4].parse().unwrap(); let tier:Tier=a.get(5).map_or(Tier::best(),|t|t.parse().unwrap());
 let (mut tn,mut tt)=(0,0.0);
 for (i,l) in std::fs::read_to_string(f).unwrap().lines().enumerate().skip(from).take(n){ let p=Position::parse_obf(l,Shape::STANDARD).unwrap(); let t=std::time::Instant::now(); let s=solve(&p,&SolveOptions::default().with_hash(1024).with_threads(th).with_tier(tier)); let e=t.elapsed().as_secs_f64(); tn+=s.nodes; tt+=e; println!("{} e{} {} {:?} nodes {} {:.2}s {:.1}M/s | {}",i+1,p.empties().len(),s.score,s.best,s.nodes,e,s.nodes as f64/e/1e6,&l[67..80]); }
 println!("total {} M nodes {:.2}s {:.1} M/s",tn/1000000,tt,tn as f64/tt/1e6);
}
