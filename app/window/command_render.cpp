// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <memory>

#include "option_checks.hpp"
#include "slurry/error.hpp"
#include "window.hpp"
#include "window/render_picture.hpp"
#include "window/window_commands.hpp"

namespace slurry::app {

void add_render_command(CommandLine& line) {
  Subcommand c = line.command("render", render_description);
  auto a = std::make_shared<RenderArguments>();
  auto size = std::make_shared<std::string>();
  auto no_slice = std::make_shared<bool>(false), clean = std::make_shared<bool>(false);
  c.option("what", a->what, "recorded run (.h5), scenario file (.toml), or name of a scenario").required();
  c.option("--output", a->output, "PNG file to write").required().check(file_name());
  c.option("--frame", a->frame, "frame of a recorded run, counted from 0; -1 is the last frame, which is the default");
  c.option("--size", *size, "WIDTHxHEIGHT in pixels (default 1200x1000)");
  c.option("--colour-by", a->picture.colour_by, "quantity that the colours show: " + ui::colour_keys());
  c.flag("--flat", a->picture.flat, "draw gravity to the right instead of down, for long pipes");
  c.flag("--light", a->picture.light, "draw on a light background");
  c.flag("--clean", *clean, "leave out caption, legend, scale bar and axes");
  c.flag("--no-slice", *no_slice, "leave out the velocity slice");
  c.flag("--overwrite", a->overwrite, "replace an existing picture");
  c.action([=] {
    ui::PictureOptions& p = a->picture;
    if (!size->empty() && (std::sscanf(size->c_str(), "%dx%d", &p.width, &p.height) != 2 || p.width < 64 ||
                           p.height < 64 || p.width > 8192 || p.height > 8192))
      throw InputError("--size '" + *size +
                       "' is not valid; give WIDTHxHEIGHT from 64x64 to 8192x8192, such as 1200x1000");
    if (p.colour_by && (", " + ui::colour_keys() + ",").find(" " + *p.colour_by + ",") == std::string::npos)
      throw InputError("--colour-by '" + *p.colour_by + "' is not known; give one of " + ui::colour_keys());
    p.overlay = !*clean;
    a->slice = !*no_slice;
    render_picture(*a);
    return 0;
  });
}

}  // namespace slurry::app
