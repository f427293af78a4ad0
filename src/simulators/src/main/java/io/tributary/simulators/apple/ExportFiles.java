package io.tributary.simulators.apple;

import static io.tributary.simulators.apple.ExportRecords.HOUR;
import static io.tributary.simulators.apple.ExportRecords.MINUTE;

import java.io.IOException;
import java.time.LocalDate;
import java.util.List;

/** What lies beside the export in its archive: routes and electrocardiograms. */
final class ExportFiles {
  private static final int NEWEST = 20;
  private static final int ECG_RATE = 512;
  private static final int ECG_SECONDS = 30;

  private ExportFiles() {}

  /** The days of the newest routes. */
  static List<LocalDate> routes(ExportRecords records) {
    List<Integer> workouts = records.workouts();
    return workouts.subList(Math.max(0, workouts.size() - NEWEST), workouts.size()).stream()
        .map(records::date)
        .toList();
  }

  static String route(LocalDate day) {
    return "/workout-routes/route_" + day + "_6.40pm.gpx";
  }

  /** A run of forty minutes, a point each second. */
  static void route(ExportWriter gpx, LocalDate day) throws IOException {
    gpx.add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").line();
    gpx.add("<gpx version=\"1.1\" creator=\"Apple Health Export\"><trk><name>Route</name><trkseg>")
        .line();
    long from = day.atStartOfDay(ExportWriter.ZONE).toEpochSecond() + 18 * HOUR;
    for (int i = 0; i < 40 * MINUTE; i++) {
      gpx.add("<trkpt lon=\"13.4").add(100000L + i).add("\" lat=\"52.5").add(100000L + i / 2);
      gpx.add("\"><ele>").add(34 + i % 50 / 10.0).add("</ele><time>");
      gpx.add(java.time.Instant.ofEpochSecond(from + i).toString());
      gpx.add("</time><extensions><speed>3.05</speed></extensions></trkpt>").line();
    }
    gpx.add("</trkseg></trk></gpx>").line();
  }

  /** An electrocardiogram of that day. */
  static void recording(ExportWriter out, LocalDate day) throws IOException {
    long at = day.atStartOfDay(ExportWriter.ZONE).toEpochSecond() + 12 * HOUR;
    out.add("Name,Kim").line();
    out.add("Date of Birth,\"May 17, 1986\"").line();
    out.add("Recorded Date,").time(at).line();
    out.add("Classification,Sinus Rhythm").line();
    out.add("Symptoms,").line();
    out.add("Software Version,2.0").line();
    out.add("Device,\"Watch6,1\"").line();
    out.add("Sample Rate,").add((long) ECG_RATE).add(" hertz").line();
    out.line();
    out.add("Lead,Lead I").line();
    out.add("Unit,µV").line();
    for (int i = 0; i < ECG_RATE * ECG_SECONDS; i++) {
      out.add(Long.toString(Math.round(200 * Math.sin(i / 40.0)))).line();
    }
  }
}
