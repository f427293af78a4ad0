package io.tributary.simulators.apple;

import static io.tributary.simulators.apple.ExportRecords.HOUR;
import static io.tributary.simulators.apple.ExportRecords.MINUTE;

import java.io.IOException;
import java.time.LocalDate;
import java.util.List;

/** Writes the files next to the export in its archive: workout routes and electrocardiograms. */
final class ExportFiles {
  private static final int MAX_ROUTES = 20;
  private static final int ECG_RATE = 512;
  private static final int ECG_SECONDS = 30;

  private ExportFiles() {}

  /** Returns the days of the most recent routes. */
  static List<LocalDate> routeDays(ExportRecords records) {
    List<Integer> workouts = records.workoutDays();
    return workouts.subList(Math.max(0, workouts.size() - MAX_ROUTES), workouts.size()).stream()
        .map(records::date)
        .toList();
  }

  static String writeRoute(LocalDate day) {
    return "/workout-routes/route_" + day + "_6.40pm.gpx";
  }

  /** Writes a run of forty minutes with one point per second. */
  static void writeRoute(ExportWriter gpx, LocalDate day) throws IOException {
    gpx.add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").endLine();
    gpx.add("<gpx version=\"1.1\" creator=\"Apple Health Export\"><trk><name>Route</name><trkseg>")
        .endLine();
    long from = day.atStartOfDay(ExportWriter.ZONE).toEpochSecond() + 18 * HOUR;
    for (int i = 0; i < 40 * MINUTE; i++) {
      gpx.add("<trkpt lon=\"13.4").add(100000L + i).add("\" lat=\"52.5").add(100000L + i / 2);
      gpx.add("\"><ele>").add(34 + i % 50 / 10.0).add("</ele><time>");
      gpx.add(java.time.Instant.ofEpochSecond(from + i).toString());
      gpx.add("</time><extensions><speed>3.05</speed></extensions></trkpt>").endLine();
    }
    gpx.add("</trkseg></trk></gpx>").endLine();
  }

  /** Writes an electrocardiogram recorded on that day. */
  static void writeEcg(ExportWriter out, LocalDate day) throws IOException {
    long at = day.atStartOfDay(ExportWriter.ZONE).toEpochSecond() + 12 * HOUR;
    out.add("Name,Kim").endLine();
    out.add("Date of Birth,\"May 17, 1986\"").endLine();
    out.add("Recorded Date,").time(at).endLine();
    out.add("Classification,Sinus Rhythm").endLine();
    out.add("Symptoms,").endLine();
    out.add("Software Version,2.0").endLine();
    out.add("Device,\"Watch6,1\"").endLine();
    out.add("Sample Rate,").add((long) ECG_RATE).add(" hertz").endLine();
    out.endLine();
    out.add("Lead,Lead I").endLine();
    out.add("Unit,µV").endLine();
    for (int i = 0; i < ECG_RATE * ECG_SECONDS; i++) {
      out.add(Long.toString(Math.round(200 * Math.sin(i / 40.0)))).endLine();
    }
  }
}
