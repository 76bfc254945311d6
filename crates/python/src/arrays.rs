//! Arrays of any strides and byte order.
//!
//! Functions read arrays of any integer type and write arrays of the type that they document.
//! Anything else is an error that names the argument.

use numpy::{
    Element, IntoPyArray, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn,
    PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::errors::value_error;

/// An argument that is an array of integers.
pub(crate) struct Argument {
    pub(crate) name: &'static str,
    /// Numbers per row; `None` for a one-dimensional array.
    pub(crate) columns: Option<usize>,
    /// The numbers that it may hold, for messages.
    pub(crate) range: &'static str,
}

impl Argument {
    /// Returns the numbers in C order: the array itself if it has that layout, or a copy.
    pub(crate) fn read<'py>(
        &self,
        given: &Bound<'py, PyAny>,
    ) -> PyResult<PyReadonlyArrayDyn<'py, u64>> {
        let array = self.array(given)?;
        if let Some(array) = without_copy::<u64>(given) {
            return Ok(array);
        }
        let kind = array.dtype().kind();
        let Some(target) = [(b'u', "=u8"), (b'i', "=i8")]
            .iter()
            .find_map(|(letter, target)| (*letter == kind).then_some(*target))
        else {
            let (name, dtype) = (self.name, array.dtype().str()?);
            return Err(PyTypeError::new_err(format!(
                "{name} of dtype {dtype}: expected integers, such as uint64"
            )));
        };
        let copy = given.call_method1("astype", (target, "C", "unsafe", false, true))?;
        let copy = match target {
            "=i8" => {
                let signed = copy.cast::<PyArrayDyn<i64>>()?.readonly();
                let numbers = signed.as_slice().map_err(value_error)?;
                if let Some(index) = numbers.iter().position(|number| *number < 0) {
                    return Err(value_error(self.out_of_range(index, numbers[index])));
                }
                copy.call_method1("view", ("=u8",))?
            }
            _ => copy,
        };
        Ok(copy.cast::<PyArrayDyn<u64>>()?.readonly())
    }

    /// Like [`read`](Self::read), for bytes.
    pub(crate) fn read_bytes<'py>(
        &self,
        given: &Bound<'py, PyAny>,
    ) -> PyResult<PyReadonlyArrayDyn<'py, u8>> {
        self.array(given)?;
        if let Some(array) = without_copy::<u8>(given) {
            return Ok(array);
        }
        let wide = self.read(given)?;
        let wide = wide.as_slice().map_err(value_error)?;
        let byte = |(index, number): (usize, &u64)| {
            u8::try_from(*number).map_err(|_| value_error(self.out_of_range(index, number)))
        };
        let bytes = wide.iter().enumerate().map(byte);
        let bytes = bytes.collect::<PyResult<Vec<u8>>>()?;
        Ok(bytes.into_pyarray(given.py()).to_dyn().readonly())
    }

    /// Checks that an argument is an array of the right shape.
    fn array<'a, 'py>(
        &self,
        given: &'a Bound<'py, PyAny>,
    ) -> PyResult<&'a Bound<'py, PyUntypedArray>> {
        let array = plain_array(self.name, given)?;
        let is_right = match (array.shape(), self.columns) {
            ([_], None) => true,
            ([_, columns], Some(expected)) => *columns == expected,
            _ => false,
        };
        if is_right {
            return Ok(array);
        }
        let (name, shape) = (self.name, given.getattr("shape")?);
        Err(value_error(match self.columns {
            Some(columns) => format!("{name} of shape {shape}: expected (n, {columns})"),
            None => format!("{name} of shape {shape}: expected (n,)"),
        }))
    }

    /// Returns the message for an invalid number at an index in C order.
    pub(crate) fn out_of_range(&self, index: usize, number: impl std::fmt::Display) -> String {
        let (name, range) = (self.name, self.range);
        match self.columns {
            Some(columns) => {
                let (row, column) = (index / columns, index % columns);
                format!("{name}[{row}, {column}] = {number}: expected {range}")
            }
            None => format!("{name}[{index}] = {number}: expected {range}"),
        }
    }
}

/// Returns the numbers of an array of floats or integers of at most 64 bits as `f64`.
pub(crate) fn read_reals(name: &'static str, given: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    let array = plain_array(name, given)?;
    let dtype = array.dtype();
    if array.ndim() != 1 {
        let shape = given.getattr("shape")?;
        return Err(value_error(format_args!(
            "{name} of shape {shape}: expected (n,)"
        )));
    }
    if !matches!(dtype.kind(), b'f' | b'i' | b'u') || dtype.itemsize() > 8 {
        return Err(PyTypeError::new_err(format!(
            "{name} of dtype {}: expected numbers, such as float32",
            dtype.str()?
        )));
    }
    let copy = given.call_method1("astype", ("=f8", "C", "unsafe", false, true))?;
    let copy = copy.cast::<PyArrayDyn<f64>>()?.readonly();
    Ok(copy.as_slice().map_err(value_error)?.to_vec())
}

/// Returns an argument as an unmasked array.
fn plain_array<'a, 'py>(
    name: &str,
    given: &'a Bound<'py, PyAny>,
) -> PyResult<&'a Bound<'py, PyUntypedArray>> {
    match given.cast::<PyUntypedArray>() {
        Ok(array) if !given.hasattr("mask")? => Ok(array),
        _ => Err(PyTypeError::new_err(format!(
            "{name}: found {}: expected a numpy array",
            given.get_type().name()?
        ))),
    }
}

/// Returns the array if its numbers have this type and are in C order in memory.
fn without_copy<'py, T: Element>(given: &Bound<'py, PyAny>) -> Option<PyReadonlyArrayDyn<'py, T>> {
    let array = given.cast::<PyArrayDyn<T>>().ok()?;
    let array = array.try_readonly().ok()?;
    (array.is_c_contiguous() && array.as_slice().is_ok()).then_some(array)
}

/// The array that a function fills and returns.
pub(crate) struct Output<'py, T: Element> {
    array: Bound<'py, PyArrayDyn<T>>,
    /// The caller's array, if the result is copied there at the end.
    destination: Option<Bound<'py, PyAny>>,
}

impl<'py, T: Element> Output<'py, T> {
    /// Takes the caller's array, which must have this shape, or makes one.
    ///
    /// An array that is not in C order, or that shares memory with an argument, is written at the
    /// end.
    pub(crate) fn new(
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
        shape: &[usize],
    ) -> PyResult<Self> {
        let new = || PyArrayDyn::zeros(py, shape, false);
        let Some(out) = out else {
            return Ok(Self {
                array: new(),
                destination: None,
            });
        };
        check_output::<T>(&out, shape)?;
        if let Ok(array) = out.cast::<PyArrayDyn<T>>()
            && array.is_c_contiguous()
            && let Ok(mut target) = array.try_readwrite()
            && target.as_slice_mut().is_ok()
        {
            return Ok(Self {
                array: array.clone(),
                destination: None,
            });
        }
        Ok(Self {
            array: new(),
            destination: Some(out),
        })
    }

    /// Returns the array to write to.
    pub(crate) fn write(&self) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
        self.array.try_readwrite().map_err(value_error)
    }

    /// Returns the result.
    pub(crate) fn finish(self) -> PyResult<Bound<'py, PyAny>> {
        let Some(destination) = self.destination else {
            return Ok(self.array.into_any());
        };
        let numpy = destination.py().import("numpy")?;
        numpy.call_method1("copyto", (&destination, self.array))?;
        Ok(destination)
    }
}

/// Checks the shape and the type of `out`, and that it can be written.
fn check_output<T: Element>(out: &Bound<'_, PyAny>, shape: &[usize]) -> PyResult<()> {
    let array = plain_array("out", out)?;
    if array.shape() != shape {
        return Err(value_error(match (array.shape(), shape) {
            ([length], [n]) => {
                format!("out of length {length}: expected {n}, one for each board")
            }
            (_, [n]) => format!("out of shape {}: expected ({n},)", out.getattr("shape")?),
            (_, [n, columns]) => {
                let found = out.getattr("shape")?;
                format!("out of shape {found}: expected ({n}, {columns})")
            }
            (found, _) => format!("out of shape {found:?}: expected {shape:?}"),
        }));
    }
    let (found, expected) = (array.dtype(), dtype::<T>(out.py()));
    if !found.call_method1("newbyteorder", ("=",))?.eq(&expected)? {
        return Err(PyTypeError::new_err(format!(
            "out of dtype {}: expected {}",
            found.str()?,
            expected.str()?
        )));
    }
    if !out.getattr("flags")?.getattr("writeable")?.is_truthy()? {
        return Err(value_error("out is read-only: expected a writable array"));
    }
    Ok(())
}
