//! Picks the view for the place on screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use crate::tui::app::App;
use crate::tui::keymap::PlaceName;
use crate::tui::theme::Look;
use crate::tui::view::census::CensusView;
use crate::tui::view::compare::CompareView;
use crate::tui::view::dissent::DissentView;
use crate::tui::view::fields::FieldsView;
use crate::tui::view::report::ReportView;
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
        let (places, workspace) = (self.app.places(), self.app.workspace());
        let (layout, look) = (self.app.layout(), self.look);
        match self.app.place() {
            PlaceName::Census => (&CensusView {
                census: &places.census,
                workspace,
                layout,
                look,
            })
                .render(area, buffer),
            PlaceName::Compare => (&CompareView {
                compare: &places.compare,
                workspace,
                layout,
                look,
            })
                .render(area, buffer),
            PlaceName::Dissent => (&DissentView {
                dissent: &places.dissent,
                workspace,
                layout,
                look,
            })
                .render(area, buffer),
            PlaceName::Rules => (&RulesView {
                rules: &places.rules,
                workspace,
                layout,
                look,
            })
                .render(area, buffer),
            PlaceName::Fields => (&FieldsView {
                fields: &places.fields,
                layout,
                look,
            })
                .render(area, buffer),
            PlaceName::Report => (&ReportView {
                report: &places.report,
                look,
            })
                .render(area, buffer),
        }
    }
}
