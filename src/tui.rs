//! The terminal program: state changed by messages, drawn by views that only read, and a driver
//! that carries out what the state orders.
//!
//! # How one key travels
//!
//! ```text
//! terminal ──► input ──► Msg::Key ──► App::update ──► keymap::lookup ──► overlay on top, or place
//!                                        │                                     │
//!                                        ◄──────────── Reply ◄─────────────────┘
//!                                        │
//!             driver ◄── Vec<Effect> ────┘        and then      view::draw(&App)
//! ```
//!
//! Nothing but the driver and what it calls reads a clock, a file, the environment or the
//! clipboard. Size is state; [`layout::divide`] is a pure function that update and view share.
//!
//! # The parts
//!
//! * [`message`], [`keymap`], [`layout`], [`prompt`], [`cursor`]: what state and views are made of.
//! * [`state`]: the places; its documentation says how to add one. [`overlay`]: boxes over them.
//! * [`app`]: all state, and `update`. [`view`], [`theme`]: drawing, which only reads.
//! * [`driver`]: the loop. [`hands`], [`clipboard`], [`terminal`], [`input`], [`signals`]: the world.
//! * [`session`]: puts it all together. [`headless`]: the same without a terminal. [`svg`]: a screen
//!   as a picture.
//!
//! This module computes no figure: every number on screen comes from the modules above it.

pub mod app;
pub mod clipboard;
pub mod cursor;
pub mod driver;
pub mod hands;
pub mod headless;
pub mod input;
pub mod keymap;
pub mod layout;
pub mod message;
pub mod overlay;
pub mod prompt;
pub mod session;
pub mod signals;
pub mod state;
pub mod svg;
pub mod terminal;
pub mod theme;
pub mod view;
