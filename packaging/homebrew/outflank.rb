class Outflank < Formula
  desc "Othello engine, exact solver and game-tree laboratory"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/outflank-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256:outflank-@VERSION@-aarch64-apple-darwin.tar.gz@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/outflank-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256:outflank-@VERSION@-x86_64-apple-darwin.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/outflank-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256:outflank-@VERSION@-aarch64-unknown-linux-musl.tar.gz@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/outflank-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256:outflank-@VERSION@-x86_64-unknown-linux-musl.tar.gz@"
    end
  end

  def install
    bin.install Dir["bin/*"]
    man1.install Dir["share/man/man1/*.1"]
    bash_completion.install "share/bash-completion/completions/outflank"
    zsh_completion.install "share/zsh/vendor-completions/_outflank"
    fish_completion.install "share/fish/vendor_completions.d/outflank.fish"
  end

  test do
    assert_equal "outflank @VERSION@", shell_output("#{bin}/outflank --version").strip
  end
end
