//! A real server on a real port, asked as clients ask it.

mod analysis;
mod bits;
mod desk;
mod games;
mod hostile;
mod positions;
mod tree;
