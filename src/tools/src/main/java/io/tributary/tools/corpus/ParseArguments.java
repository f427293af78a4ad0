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
 * What {@code bench parse} is told.
 *
 * @param make folder to write the corpus to, and nothing else
 * @param corpus folder of a corpus that was made before; one is made if there is none
 * @param from folder of other documents with their truth
 * @param copy other contents for the same layouts
 */
record ParseArguments(
    Optional<Path> make,
    Optional<Path> corpus,
    Optional<Path> from,
    List<String> splits,
    Set<String> layouts,
    Set<DocumentClass> kinds,
    Pipeline.Where where,
    boolean meant,
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
    Pipeline.Where where = Pipeline.Where.CHILDREN;
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
        case "--here" -> where = Pipeline.Where.HERE;
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
