// SPDX-License-Identifier: BSD-3-Clause
#include "tokens.hpp"

namespace slurry::ui {
namespace {

const Tokens* in_force = nullptr;

Tokens make_dark() {
  Tokens t;
  t.bg0 = QColor("#13161b"), t.bg1 = QColor("#1c2027"), t.bg2 = QColor("#242932"), t.bg3 = QColor("#303743");
  t.field = QColor("#14171c"), t.plot = QColor("#161a20");
  t.line = QColor("#313945"), t.grid = QColor("#2b323c"), t.line2 = QColor("#6c7785");
  t.tx1 = QColor("#e6eaef"), t.tx2 = QColor("#b4bec9"), t.tx3 = QColor("#93a0ae");
  t.acc = QColor("#5cb0ec"), t.fill = QColor("#2874b2"), t.sel = QColor("#21405c");
  t.ok = QColor("#4fc78e"), t.warn = QColor("#f29b4c"), t.err = QColor("#f67f70"), t.ref = QColor("#f0c95f"),
  t.past = QColor("#c0a8f7");
  t.okbg = QColor("#173527"), t.warnbg = QColor("#3a2a18"), t.errbg = QColor("#3d2220"), t.refbg = QColor("#342d18"),
  t.pastbg = QColor("#2d2743");
  t.view_top = QColor("#22282f"), t.view_bottom = QColor("#0f1115");
  t.series = {QColor("#5b9dd3"), QColor("#f28433"), QColor("#54e498"),
              QColor("#b8708a"), QColor("#dcf3f0"), QColor("#9780fe")};
  return t;
}

Tokens make_light() {
  Tokens t;
  t.bg0 = QColor("#d9dee4"), t.bg1 = QColor("#f7f8fa"), t.bg2 = QColor("#eceff3"), t.bg3 = QColor("#dce2e9");
  t.field = QColor("#ffffff"), t.plot = QColor("#ffffff");
  t.line = QColor("#d0d7df"), t.grid = QColor("#e1e6eb"), t.line2 = QColor("#7d8895");
  t.tx1 = QColor("#1a1f26"), t.tx2 = QColor("#46515e"), t.tx3 = QColor("#5b6673");
  t.acc = QColor("#1767a6"), t.fill = QColor("#1f6fb0"), t.sel = QColor("#cfe3f5");
  t.ok = QColor("#0d7247"), t.warn = QColor("#9c4d00"), t.err = QColor("#b92f1e"), t.ref = QColor("#7d5a00"),
  t.past = QColor("#6543bd");
  t.okbg = QColor("#dcf1e6"), t.warnbg = QColor("#fbe9d6"), t.errbg = QColor("#fbe2de"), t.refbg = QColor("#f6ecd0"),
  t.pastbg = QColor("#ebe4fb");
  t.view_top = QColor("#fbfcfd"), t.view_bottom = QColor("#dde3ea");
  t.series = {QColor("#1f78d1"), QColor("#c64f01"), QColor("#2d6236"),
              QColor("#b35594"), QColor("#403548"), QColor("#4f2cbf")};
  return t;
}

}  // namespace

const Tokens& dark_tokens() {
  static const Tokens t = make_dark();
  return t;
}

const Tokens& light_tokens() {
  static const Tokens t = make_light();
  return t;
}

const Tokens& tokens() {
  return in_force ? *in_force : dark_tokens();
}

void use_tokens(const Tokens& tokens) {
  in_force = &tokens;
}

}  // namespace slurry::ui
