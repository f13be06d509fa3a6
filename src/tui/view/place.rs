//! Picks the view for the place on screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use crate::tui::app::App;
use crate::tui::keymap::PlaceName;
use crate::tui::layout::{Area, Size};
use crate::tui::state::blank;
use crate::tui::theme::Look;
use crate::tui::view::Pen;
use crate::tui::view::census::CensusView;
use crate::tui::view::compare::CompareView;
use crate::tui::view::dissent::DissentView;
use crate::tui::view::fields::FieldsView;
use crate::tui::view::rules::RulesView;

/// The body of the screen.
#[derive(Debug, Clone, Copy)]
pub struct PlaceView<'a> {
    /// The state.
    pub app: &'a App,
    /// Styles and characters.
    pub look: Look,
}

impl Widget for &PlaceView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        if self.app.place() == PlaceName::Census {
            let view = CensusView {
                census: &self.app.places().census,
                workspace: self.app.workspace(),
                layout: self.app.layout(),
                look: self.look,
            };
            (&view).render(area, buffer);
            return;
        }
        if self.app.place() == PlaceName::Compare {
            let view = CompareView {
                compare: &self.app.places().compare,
                workspace: self.app.workspace(),
                layout: self.app.layout(),
                look: self.look,
            };
            (&view).render(area, buffer);
            return;
        }
        if self.app.place() == PlaceName::Dissent {
            let view = DissentView {
                dissent: &self.app.places().dissent,
                workspace: self.app.workspace(),
                layout: self.app.layout(),
                look: self.look,
            };
            (&view).render(area, buffer);
            return;
        }
        if self.app.place() == PlaceName::Rules {
            let view = RulesView {
                rules: &self.app.places().rules,
                workspace: self.app.workspace(),
                layout: self.app.layout(),
                look: self.look,
            };
            (&view).render(area, buffer);
            return;
        }
        if self.app.place() == PlaceName::Fields {
            let view = FieldsView {
                fields: &self.app.places().fields,
                layout: self.app.layout(),
                look: self.look,
            };
            (&view).render(area, buffer);
            return;
        }
        let width = u16::try_from(blank::SENTENCE.len()).unwrap_or(u16::MAX);
        let middle = Area::from(area).centred(Size::new(width, 1)).rect();
        Pen::new(middle, buffer, &self.look).write(blank::SENTENCE, self.look.theme.dim);
    }
}
