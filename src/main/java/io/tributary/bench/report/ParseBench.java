package io.tributary.bench.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** {@code bench parse --make DIR [--layout NAME]…}: reports drawn, read and scored. */
public final class ParseBench {
  private ParseBench() {}

  public static void run(List<String> args, PrintStream out) throws IOException {
    Path make = null;
    Set<String> layouts = new TreeSet<>();
    for (int i = 0; i + 1 < args.size(); i += 2) {
      switch (args.get(i)) {
        case "--make" -> make = Path.of(args.get(i + 1));
        case "--layout" -> layouts.add(args.get(i + 1));
        default -> throw new IllegalArgumentException(args.get(i));
      }
    }
    out.printf("made=%d%n", Corpus.make(make, layouts, 0));
  }
}
