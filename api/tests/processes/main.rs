//! The program from outside: its command line, its connections, proxies before it, and many who follow at once.

mod command_line;
mod listening;
mod load;
mod proxy;
