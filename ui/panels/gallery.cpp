// SPDX-License-Identifier: BSD-3-Clause
#include "panels/gallery.hpp"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDateTime>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <QPushButton>
#include <QSettings>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "icons.hpp"
#include "models/qt_text.hpp"
#include "models/tour.hpp"
#include "panels/fitted_label.hpp"
#include "panels/tour_callout.hpp"
#include "shortened.hpp"
#include "slurry/version.hpp"
#include "slurry_style.hpp"
#include "tokens.hpp"
#include "type_scale.hpp"

// In the resources of a static library, which a program must ask for from outside of every namespace.
static void provide_pictures() {
  Q_INIT_RESOURCE(gallery);
}

namespace slurry::ui {
namespace {

constexpr int most_recent = 6;
constexpr int card_width = 266, card_height = 244, picture_height = 136, gap = 14, side = 252;

enum Role {
  title_role = Qt::UserRole,
  summary_role,
  bodies_role,
  level_role,
  expected_role,
  source_role,
  number_role,
  quantity_role,
  symbol_role,
  name_role
};

/// "Verified 3 days ago", and whether by this build.
struct Mark {
  QString words;
  enum Kind { none, verified, older, failed } kind = none;
};

Mark mark_of(const QString& name) {
  const QStringList noted = QSettings().value("gallery/verified/" + name).toString().split('|');
  if (noted.size() != 3) return {QObject::tr("Not run yet"), Mark::none};
  if (noted[2] != "agrees") return {QObject::tr("Differs"), Mark::failed};
  if (noted[1] != QString::fromStdString(build_info().git_commit)) return {QObject::tr("Older build"), Mark::older};
  const qint64 days = QDate::fromString(noted[0], Qt::ISODate).daysTo(QDate::currentDate());
  const QString when = days <= 0   ? QObject::tr("today")
                       : days == 1 ? QObject::tr("yesterday")
                                   : QObject::tr("%1 days ago").arg(days);
  return {when, Mark::verified};
}

/// What a mark means.
QString sentence_of(const Mark& mark) {
  switch (mark.kind) {
    case Mark::verified:
      return QObject::tr("This machine found the expected number (%1).").arg(mark.words);
    case Mark::older:
      return QObject::tr("An older build found the expected number on this machine; this build was not run yet.");
    case Mark::failed:
      return QObject::tr("The last run on this machine found another number.");
    case Mark::none:
      break;
  }
  return QObject::tr("This machine has not found the number yet. Open the card and let it run.");
}

bool is_of(const GalleryCard& card, GalleryKind kind) {
  return std::find(card.kinds.begin(), card.kinds.end(), kind) != card.kinds.end();
}

/// As much of a text as two lines hold.
QString two_lines(const QString& text, const QFontMetrics& m, int width) {
  QString fits, longer;
  for (const QString& word : text.split(' ')) {
    longer = fits.isEmpty() ? word : fits + ' ' + word;
    const QRect needed = m.boundingRect(QRect(0, 0, width, 10000), Qt::TextWordWrap, longer + QStringLiteral("…"));
    if (needed.height() > 2 * m.height()) return fits + QStringLiteral("…");
    fits = longer;
  }
  return fits;
}

void paint_chip(QPainter& p, const QRect& within, Qt::Alignment where, const QString& text) {
  if (text.isEmpty()) return;
  const QFontMetrics m(p.font());
  const int wide = m.horizontalAdvance(text) + scaled(12), high = m.height() + scaled(4);
  const int x = where & Qt::AlignRight ? within.right() - wide - scaled(5) : within.left() + scaled(5);
  const QRect chip(x, within.bottom() - high - scaled(5), wide, high);
  p.setPen(Qt::NoPen);
  p.setBrush(QColor(15, 17, 21, 205));
  p.drawRoundedRect(chip, 3, 3);
  p.setPen(QColor("#e6eaef"));
  p.drawText(chip, Qt::AlignCenter, text);
}

class CardPainter final : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {scaled(card_width + gap), scaled(card_height + gap)};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QPainter& p = *painter;
    const Tokens& t = tokens();
    const auto text = [&](Role role) { return index.data(role).toString(); };
    const QRect card = option.rect.adjusted(scaled(gap) / 2, scaled(gap) / 2, -scaled(gap) / 2, -scaled(gap) / 2);
    const bool chosen = option.state & QStyle::State_Selected, under = option.state & QStyle::State_MouseOver;
    p.save();
    p.setRenderHint(QPainter::Antialiasing);
    p.setRenderHint(QPainter::SmoothPixmapTransform);
    QPainterPath outline;
    outline.addRoundedRect(QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5), scaled(6), scaled(6));
    p.fillPath(outline, t.bg1);
    p.save();
    p.setClipPath(outline);
    const QRect picture(card.left(), card.top(), card.width(), scaled(picture_height));
    paintPicture(p, picture, text(name_role));
    p.setFont(type_font(Type::caption));
    paint_chip(p, picture, Qt::AlignLeft, text(bodies_role));
    paint_chip(p, picture, Qt::AlignRight, text(level_role));
    p.restore();
    p.strokePath(outline, QPen(chosen ? t.acc : under ? t.line2 : t.line, chosen ? 2 : 1));
    paintWords(p, card.adjusted(scaled(12), scaled(picture_height + 8), -scaled(12), -scaled(9)), index);
    p.restore();
  }

 private:
  static void paintPicture(QPainter& p, const QRect& rect, const QString& name) {
    QLinearGradient ground(rect.topLeft(), rect.bottomLeft());
    ground.setColorAt(0, dark_tokens().view_top);
    ground.setColorAt(1, dark_tokens().view_bottom);
    p.fillRect(rect, ground);
    const QPixmap pixmap(QStringLiteral(":/gallery/%1.png").arg(name));
    if (pixmap.isNull()) return;
    const QSize fit = pixmap.size().scaled(rect.size(), Qt::KeepAspectRatioByExpanding);
    p.drawPixmap(QRect(rect.center() - QPoint(fit.width() / 2, fit.height() / 2), fit), pixmap);
  }

  static void paintWords(QPainter& p, const QRect& rect, const QModelIndex& index) {
    const Tokens& t = tokens();
    const auto text = [&](Role role) { return index.data(role).toString(); };
    const auto line = [&](int y, const QFont& font, const QColor& colour, const QString& words, int width) {
      const QFontMetrics m(font);
      p.setFont(font);
      p.setPen(colour);
      p.drawText(QRect(rect.left(), y, width, m.height()), Qt::AlignLeft | Qt::AlignVCenter,
                 shortened(words, m, width));
      return y + m.height();
    };
    const QFont label = type_font(Type::label), caption = type_font(Type::caption);
    // Of a title with an explanation, the explanation gives way as a whole.
    QString title = text(title_role);
    if (QFontMetrics(type_font(Type::text, true)).horizontalAdvance(title) > rect.width())
      title = title.section(':', 0, 0);
    int y = line(rect.top(), type_font(Type::text, true), t.tx1, title, rect.width());
    // two lines of the summary
    const QFontMetrics m(label);
    QString rest = text(summary_role), first;
    for (const QString& word : rest.split(' ')) {
      if (m.horizontalAdvance(first + ' ' + word) > rect.width()) break;
      first += first.isEmpty() ? word : ' ' + word;
    }
    rest = rest.mid(first.size()).trimmed();
    y = line(y + 1, label, t.tx2, first, rect.width());
    line(y, label, t.tx2, rest, rect.width());
    const Mark mark = mark_of(text(name_role));
    const int low = rect.bottom() + 1 - QFontMetrics(caption).height();
    line(low, caption, t.tx3, text(source_role), rect.width());
    const bool number = index.data(number_role).toBool();
    const QFont strong = type_font(Type::text, true);
    const int badge = number ? paintMark(p, rect, low, mark) : 0;
    const int room = rect.width() - badge - scaled(6);
    if (!number) {  // a sentence, in the two lines below
      p.setFont(caption);
      p.setPen(t.tx2);
      const int high = 2 * QFontMetrics(caption).height();
      p.drawText(QRect(rect.left(), rect.bottom() + 1 - high, rect.width(), high), Qt::TextWordWrap,
                 two_lines(text(expected_role), QFontMetrics(caption), rect.width()));
      return;
    }
    // a number is never cut: its name gives way
    QString expected;
    for (const QString& name : {text(quantity_role) + ' ', text(symbol_role) + ' ', QString()}) {
      expected = name + text(expected_role);
      if (QFontMetrics(strong).horizontalAdvance(expected) <= room) break;
    }
    line(low - QFontMetrics(strong).height() - 1, strong, t.ref, expected, room);
  }

  /// Returns the width of the mark.
  static int paintMark(QPainter& p, const QRect& rect, int low, const Mark& mark) {
    const Tokens& t = tokens();
    p.setFont(type_font(Type::caption));
    const QFontMetrics m(p.font());
    const QColor ground = mark.kind == Mark::verified ? t.okbg
                          : mark.kind == Mark::older  ? t.warnbg
                          : mark.kind == Mark::failed ? t.errbg
                                                      : t.bg3;
    const QColor ink = mark.kind == Mark::verified ? t.ok
                       : mark.kind == Mark::older  ? t.warn
                       : mark.kind == Mark::failed ? t.err
                                                   : t.tx2;
    const char* symbol = mark.kind == Mark::verified ? "check" : mark.kind == Mark::older ? "warn" : "err";
    const int sign = mark.kind == Mark::none ? 0 : scaled(14);
    const int wide = m.horizontalAdvance(mark.words) + sign + scaled(12), high = m.height() + scaled(2);
    const QRect badge(rect.right() + 1 - wide, low - high - scaled(2), wide, high);
    p.setPen(Qt::NoPen);
    p.setBrush(ground);
    p.drawRoundedRect(badge, 3, 3);
    if (sign > 0)
      icon(QLatin1String(symbol), ink)
          .paint(&p, QRect(badge.left() + scaled(4), badge.center().y() - scaled(6), scaled(12), scaled(12)));
    p.setPen(ink);
    p.drawText(badge.adjusted(scaled(6) + sign, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, mark.words);
    return wide;
  }
};

QPushButton* wide_button(const QString& symbol, const QString& text, const QString& tip, bool main, QWidget* parent) {
  auto* button = new QPushButton(icon(symbol, main ? QColor(Qt::white) : QColor()), text, parent);
  button->setToolTip(tip);
  if (main) set_primary(button);
  return button;
}

/// The way into the tour, with a segment for each step: the steps that somebody has seen are filled.
class TourButton final : public QAbstractButton {
 public:
  explicit TourButton(QWidget* parent) : QAbstractButton(parent) {
    setObjectName("gallery.tour");
    setText(QObject::tr("Tour in five steps"));
    setToolTip(QObject::tr("Shows the parts of the window one after another. You can leave at any step."));
    setAccessibleName(text());
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  }
  QSize sizeHint() const override {
    return {scaled(side - 32), QFontMetrics(type_font(Type::label, true)).height() +
                                   QFontMetrics(type_font(Type::caption)).height() + scaled(24)};
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter p(this);
    p.setRenderHint(QPainter::Antialiasing);
    const Tokens& t = tokens();
    p.setPen(QPen(hasFocus() ? t.acc : Qt::transparent, 1));
    p.setBrush(underMouse() ? t.bg3 : QColor(Qt::transparent));
    p.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const int sign = scaled(20), left = scaled(6), words = left + sign + scaled(8);
    const QFont strong = type_font(Type::label, true), caption = type_font(Type::caption);
    const int first = QFontMetrics(strong).height(), second = QFontMetrics(caption).height(), top = scaled(5);
    ui::icon("book", t.tx2).paint(&p, QRect(left, top + (first + second - sign) / 2, sign, sign));
    const auto line = [&](const QFont& font, const QColor& colour, int y, int high, const QString& words_of_line) {
      p.setFont(font);
      p.setPen(colour);
      const int wide = width() - words - left;
      p.drawText(QRect(words, y, wide, high), Qt::AlignLeft | Qt::AlignVCenter,
                 shortened(words_of_line, QFontMetrics(font), wide));
    };
    line(strong, t.tx1, top, first, text());
    line(caption, t.tx2, top + first, second, QObject::tr("What am I looking at?"));
    const int steps = static_cast<int>(Tour::steps().size()), seen = TourCallout::seenBefore(), apart = scaled(4);
    const double wide = (width() - 2.0 * left - (steps - 1) * apart) / steps;
    p.setPen(Qt::NoPen);
    for (int i = 0; i < steps; ++i) {
      p.setBrush(i < seen ? t.acc : t.bg3);
      p.drawRoundedRect(QRectF(left + i * (wide + apart), height() - scaled(9), wide, scaled(4)), 2, 2);
    }
  }
};

}  // namespace

Gallery::Gallery(QWidget* parent)
    : QWidget(parent), list_(new QListWidget(this)), kinds_(new QComboBox(this)), search_(new QLineEdit(this)) {
  provide_pictures();
  setObjectName("gallery");
  setAccessibleName(tr("Gallery of demonstrations"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  auto* left = new QWidget(this);
  side_ = left;
  left->setAutoFillBackground(true);
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins(16, 20, 16, 16);
  column->setSpacing(8);
  auto* name = new QLabel(tr("Slurry"), left);
  set_type(name, Type::page, true);
  auto* what = new QLabel(tr("A laboratory for suspensions"), left);
  what->setForegroundRole(QPalette::PlaceholderText);
  set_type(what, Type::label);
  column->addWidget(name);
  column->addWidget(what);
  column->addSpacing(8);
  QPushButton* fresh =
      wide_button("new", tr("New experiment"),
                  tr("Opens paused spheres in a pipe, from which you can make your own experiment"), true, left);
  QPushButton* open =
      wide_button("open", tr("Open…"), tr("Opens a scenario (.toml) or a recorded run (.h5)  (Ctrl+O)"), false, left);
  column->addWidget(fresh);
  column->addWidget(open);
  column->addSpacing(12);
  auto* heading = new QLabel(tr("Recent"), left);
  set_type(heading, Type::label, true);
  column->addWidget(heading);
  recent_ = new QVBoxLayout;
  recent_->setSpacing(2);
  column->addLayout(recent_);
  column->addStretch();
  auto* tour = new TourButton(left);
  tour_ = tour;
  connect(tour, &QAbstractButton::clicked, this, &Gallery::tourWanted);
  column->addWidget(tour);
  row->addWidget(left);

  auto* right = new QVBoxLayout;
  right->setContentsMargins(16, 20, 8, 0);
  right->setSpacing(8);
  auto* top = new QHBoxLayout;
  auto* title = new QLabel(tr("Demonstrations"), this);
  set_type(title, Type::page, true);
  auto* promise = new NameLabel(tr("each with the number it must reproduce"), this);
  promise->setToolTip(promise->text() + '\n' + tr("The number and its source are on each card."));
  promise->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  search_->setPlaceholderText(tr("Search demonstrations"));
  search_->setAccessibleName(search_->placeholderText());
  search_->addAction(icon("search"), QLineEdit::LeadingPosition);
  search_->setClearButtonEnabled(true);
  top->addWidget(title);
  top->addWidget(promise, 1);
  top->addWidget(search_, 1);
  top->addSpacing(scaled(gap));
  right->addLayout(top);
  kinds_->setAccessibleName(tr("Kinds of demonstrations"));
  set_type(kinds_, Type::label);
  kinds_->addItem(tr("All %1").arg(all_.size()));
  for (const auto& [kind, words] : gallery_kinds)
    kinds_->addItem(tr("%1 %2").arg(tr(words)).arg(
        std::count_if(all_.begin(), all_.end(), [kind = kind](const GalleryCard& c) { return is_of(c, kind); })));
  right->addWidget(kinds_, 0, Qt::AlignLeft);
  right->addWidget(list_, 1);
  row->addLayout(right, 1);

  list_->setViewMode(QListView::IconMode);
  list_->setMovement(QListView::Static);
  list_->setResizeMode(QListView::Adjust);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setItemDelegate(new CardPainter(list_));
  list_->setMouseTracking(true);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setAccessibleName(tr("Demonstrations"));
  for (const GalleryCard& c : all_) {
    auto* item = new QListWidgetItem(list_);
    item->setData(name_role, text_of(c.name));
    item->setData(title_role, text_of(c.title));
    item->setData(summary_role, text_of(c.summary));
    item->setData(bodies_role, text_of(c.bodies));
    item->setData(level_role, text_of(c.level));
    item->setData(expected_role, text_of(c.expected));
    item->setData(quantity_role, text_of(c.quantity));
    item->setData(symbol_role, text_of(c.symbol));
    item->setData(source_role, text_of(c.source));
    item->setData(number_role, c.is_number);
    item->setData(Qt::AccessibleTextRole, text_of(c.title + ". " + c.summary + " " + c.quantity + " " + c.expected));
  }
  list_->setCurrentRow(0);
  const auto choose = [this](const QListWidgetItem* item) { Q_EMIT scenarioWanted(item->data(name_role).toString()); };
  connect(list_, &QListWidget::itemActivated, this, choose);
  connect(list_, &QListWidget::itemClicked, this, choose);
  connect(search_, &QLineEdit::textChanged, this, &Gallery::filter);
  connect(kinds_, &QComboBox::currentIndexChanged, this, &Gallery::filter);
  connect(fresh, &QPushButton::clicked, this, &Gallery::newWanted);
  connect(open, &QPushButton::clicked, this, &Gallery::openWanted);
  setFocusProxy(list_);
  giveRoom();
  renew();
}

void Gallery::renew() {
  while (QLayoutItem* old = recent_->takeAt(0)) {
    delete old->widget();
    delete old;
  }
  const QStringList files = QSettings().value("gallery/recent").toStringList();
  for (const QString& file : files) {
    const QFileInfo info(file);
    auto* button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIcon(icon(info.suffix().toLower() == "toml" ? "new" : "movie"));
    button->setText(button->fontMetrics().elidedText(info.fileName(), Qt::ElideMiddle, scaled(side - 70)));
    button->setToolTip(info.exists() ? file : tr("%1 is no longer there").arg(file));
    button->setEnabled(info.exists());
    connect(button, &QToolButton::clicked, this, [this, file] { Q_EMIT fileWanted(file); });
    recent_->addWidget(button);
  }
  if (files.isEmpty()) {
    auto* none = new QLabel(tr("Files that you open appear here."), this);
    none->setWordWrap(true);
    none->setForegroundRole(QPalette::PlaceholderText);
    set_type(none, Type::label);
    recent_->addWidget(none);
  }
  for (int row = 0; row < list_->count(); ++row) {
    QListWidgetItem* item = list_->item(row);
    QStringList lines{item->data(summary_role).toString()};
    if (const QString source = item->data(source_role).toString(); !source.isEmpty()) lines << source;
    if (item->data(number_role).toBool()) lines << sentence_of(mark_of(item->data(name_role).toString()));
    item->setToolTip(lines.join('\n'));
  }
  list_->viewport()->update();
  tour_->update();
}

void Gallery::noteOpened(const QString& file) {
  QStringList files = QSettings().value("gallery/recent").toStringList();
  const QString whole = QFileInfo(file).absoluteFilePath();
  files.removeAll(whole);
  files.prepend(whole);
  QSettings().setValue("gallery/recent", files.mid(0, most_recent));
}

void Gallery::noteVerdict(const QString& scenario, bool agrees) {
  QSettings().setValue("gallery/verified/" + scenario,
                       QStringList{QDate::currentDate().toString(Qt::ISODate),
                                   QString::fromStdString(build_info().git_commit), agrees ? "agrees" : "differs"}
                           .join('|'));
}

/// The cards of the kind that is chosen in which the words stand.
void Gallery::filter() {
  const QString words = search_->text().trimmed();
  const int kind = kinds_->currentIndex() - 1;  // -1: all
  for (int i = 0; i < list_->count(); ++i) {
    QListWidgetItem* item = list_->item(i);
    const QString all = item->data(title_role).toString() + ' ' + item->data(summary_role).toString() + ' ' +
                        item->data(quantity_role).toString() + ' ' + item->data(bodies_role).toString();
    const bool of_kind =
        kind < 0 || is_of(all_[static_cast<std::size_t>(i)], gallery_kinds[static_cast<std::size_t>(kind)].kind);
    item->setHidden(!of_kind || !all.contains(words, Qt::CaseInsensitive));
  }
  const QListWidgetItem* chosen = list_->currentItem();
  for (int i = 0; i < list_->count() && (!chosen || chosen->isHidden()); ++i) {
    if (list_->item(i)->isHidden()) continue;
    list_->setCurrentRow(i);
    chosen = list_->item(i);
  }
}

void Gallery::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    Q_EMIT left();
  } else {
    QWidget::keyPressEvent(event);
  }
}

/// Tab stays among what is seen: the window behind has nothing to offer.
bool Gallery::focusNextPrevChild(bool next) {
  QWidget* at = QApplication::focusWidget();
  for (QWidget* w = at; w;) {
    w = next ? w->nextInFocusChain() : w->previousInFocusChain();
    if (w == at || !w) return false;
    if (!isAncestorOf(w) || !w->isVisibleTo(this) || !w->isEnabled() || !(w->focusPolicy() & Qt::TabFocus)) continue;
    w->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
  }
  return false;
}

void Gallery::paintEvent(QPaintEvent*) {
  QPainter(this).fillRect(rect(), tokens().bg0);
}

void Gallery::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange) giveRoom();
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) resizeCards();
  QWidget::changeEvent(event);
}

/// Widths that follow the size of type.
void Gallery::giveRoom() {
  side_->setFixedWidth(scaled(side));
  search_->setMinimumWidth(scaled(60));
  search_->setMaximumWidth(scaled(220));
  for (QPushButton* button : side_->findChildren<QPushButton*>()) button->setMinimumHeight(scaled(34));
}

/// The ground of the list is that of the page.
void Gallery::resizeCards() {
  QPalette p = palette();
  p.setColor(QPalette::Base, tokens().bg0);
  if (list_->palette().color(QPalette::Base) != tokens().bg0) list_->setPalette(p);
  list_->doItemsLayout();
}

}  // namespace slurry::ui
