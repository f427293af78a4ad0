package io.tributary.tools.corpus;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Arguments of {@code bench parse}.
 *
 * @param make directory to which the corpus is written, without scoring
 * @param corpus directory of an existing corpus; if absent, one is created
 * @param externalDocuments directory of other documents with their ground truth
 * @param copy number that selects other content for the same layouts
 */
record ParseArguments(
    Optional<Path> make,
    Optional<Path> corpus,
    Optional<Path> externalDocuments,
    List<String> splits,
    Set<String> layouts,
    Set<DocumentClass> kinds,
    ParserPipeline.ParserLocation where,
    boolean interpret,
    boolean errors,
    int jobs,
    int copy) {
  static final String USAGE =
      "bench parse [--make DIR | --corpus DIR | --from DIR] [--split tune|held] [--layout NAME]…"
          + " [--kind text|scan300|scan200|photo|fax]… [--errors] [--printed] [--here]"
          + " [--jobs 1|2] [--copy N]";

  static ParseArguments of(List<String> args) {
    Optional<Path> make = Optional.empty();
    Optional<Path> corpus = Optional.empty();
    Optional<Path> from = Optional.empty();
    List<String> splits = List.of("tune", "held");
    Set<String> layouts = new TreeSet<>();
    Set<DocumentClass> kinds = EnumSet.noneOf(DocumentClass.class);
    ParserPipeline.ParserLocation where = ParserPipeline.ParserLocation.CHILDREN;
    boolean meant = true;
    boolean errors = false;
    int jobs = 1;
    int copy = 0;
    for (Iterator<String> rest = args.iterator(); rest.hasNext(); ) {
      String arg = rest.next();
      switch (arg) {
        case "--make" -> make = Optional.of(Path.of(rest.next()));
        case "--corpus" -> corpus = Optional.of(Path.of(rest.next()));
        case "--from" -> from = Optional.of(Path.of(rest.next()));
        case "--split" -> splits = List.of(rest.next());
        case "--layout" -> layouts.add(rest.next());
        case "--kind" -> kinds.add(DocumentClass.valueOf(rest.next().toUpperCase(Locale.ROOT)));
        case "--here" -> where = ParserPipeline.ParserLocation.HERE;
        case "--printed" -> meant = false;
        case "--errors" -> errors = true;
        case "--jobs" -> jobs = Math.clamp(Integer.parseInt(rest.next()), 1, 2);
        case "--copy" -> copy = Integer.parseInt(rest.next());
        default -> throw new IllegalArgumentException(USAGE);
      }
    }
    return new ParseArguments(
        make,
        corpus,
        from,
        splits,
        layouts,
        kinds.isEmpty() ? EnumSet.allOf(DocumentClass.class) : kinds,
        where,
        meant,
        errors,
        jobs,
        copy);
  }
}
