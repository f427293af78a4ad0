package io.tributary.workout;

import io.tributary.core.Environment;
import io.tributary.core.Tenant;
import io.tributary.ingest.UserFacts;
import io.tributary.model.SourcedSummary;
import io.tributary.testkit.fuzz.FuzzTarget;
import io.tributary.workoutfile.SampleFiles;
import io.tributary.workoutfile.UnsupportedFileException;
import io.tributary.workoutfile.WorkoutFileReader;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;

/** Fuzz targets: workout files, up to the stored records. */
public final class WorkoutFileFuzzTargets {
  private static final UserFacts USER =
      new UserFacts(
          new UUID(1, 2),
          new Tenant(new UUID(3, 4), Environment.SANDBOX),
          "u",
          null,
          null,
          ZoneId.of("Europe/Berlin"),
          LocalDate.parse("1990-01-01"));

  private WorkoutFileFuzzTargets() {}

  public static List<FuzzTarget> all() {
    return List.of(
        file("fit").seed(SampleFiles.run(7, 20)).seed(SampleFiles.gzip(SampleFiles.run(7, 5))),
        file("tcx")
            .seed(SampleFiles.tcx())
            .words("<Track>", "</Lap>", "<!DOCTYPE a [", "&a;", "<![CDATA["),
        file("gpx")
            .seed(SampleFiles.gpx())
            .words("<trkpt lat=\"1\" lon=\"2\">", "</trkseg>", "<!ENTITY", "&#0;"));
  }

  private static FuzzTarget file(String format) {
    return FuzzTarget.bytes(
            "workoutfile/" + format,
            in ->
                Workouts.convertAll(WorkoutFileReader.read(in, 1 << 20), USER, null).stream()
                    .flatMap(made -> made.batch().summaries().stream())
                    .forEach(WorkoutFileFuzzTargets::stored))
        .expecting(UnsupportedFileException.class);
  }

  /** Checks that the record can be serialized. */
  private static void stored(SourcedSummary s) {
    s.id(USER.user());
    s.content(USER.user());
  }
}
