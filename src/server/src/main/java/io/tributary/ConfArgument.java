package io.tributary;

import java.nio.file.Path;

/** Command line of the programs whose only option is {@code --conf DIR}. */
final class ConfArgument {
  private ConfArgument() {}

  /**
   * Returns the directory of the configuration files; the last one of several.
   *
   * @throws IllegalArgumentException for any other argument; the message is for the operator
   */
  static Path parse(String[] args) {
    Path conf = Path.of("conf");
    for (int i = 0; i < args.length; i += 2) {
      if (!args[i].equals("--conf")) {
        throw new IllegalArgumentException("unknown argument: " + args[i]);
      }
      if (i + 1 == args.length) {
        throw new IllegalArgumentException("--conf needs a directory");
      }
      conf = Path.of(args[i + 1]);
    }
    return conf;
  }
}
