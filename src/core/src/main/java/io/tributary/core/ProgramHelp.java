package io.tributary.core;

import java.util.Optional;

/** Options that every program answers before it does anything else: --help and --version. */
public final class ProgramHelp {
  private ProgramHelp() {}

  /**
   * Returns the text to print if the arguments contain {@code --help}, {@code -h} or {@code
   * --version}. The program then exits with status 0.
   *
   * @param program main class; its jar determines the version
   */
  public static Optional<String> answer(String[] args, String usage, Class<?> program) {
    for (String arg : args) {
      switch (arg) {
        case "--help", "-h" -> {
          return Optional.of(usage.stripTrailing());
        }
        case "--version" -> {
          return Optional.of("tributary " + version(program));
        }
        default -> {
          // The program parses the other arguments.
        }
      }
    }
    return Optional.empty();
  }

  /** Returns the version in the manifest of the jar, or {@code development} without a jar. */
  public static String version(Class<?> program) {
    String version = program.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
