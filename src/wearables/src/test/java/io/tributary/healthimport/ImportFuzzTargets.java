package io.tributary.healthimport;

import io.tributary.provider.apple.InvalidExportException;
import io.tributary.testkit.fuzz.FuzzTarget;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipOutputStream;

/** Fuzz targets: uploaded exports as XML files and as ZIP archives. */
public final class ImportFuzzTargets {
  private ImportFuzzTargets() {}

  public static List<FuzzTarget> all() {
    return List.of(
        FuzzTarget.bytes("fileimport/zip", ImportFuzzTargets::open)
            // Reported to the sender as a damaged file.
            .expecting(InvalidExportException.class, ZipException.class, EOFException.class)
            .seed(zip())
            .words("PK\u0001\u0002", "PK\u0005\u0006", "PK\u0006\u0007", "PK\u0003\u0004"));
  }

  private static byte[] zip() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (String name :
          List.of(
              "e/export.xml",
              "e/electrocardiograms/ecg_1.csv",
              "e/workout-routes/route_1.gpx",
              "e/export_cda.xml")) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(
            "<?xml version=\"1.0\"?><HealthData></HealthData>".getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static void open(byte[] in) throws IOException {
    if (ExportFormat.of(Arrays.copyOf(in, Math.min(in.length, ExportFormat.DETECTION_BYTES)))
        .isEmpty()) {
      return;
    }
    Path file = Files.createTempFile("fuzz", ".zip");
    try {
      Files.write(file, in);
      try (ExportFile open = ExportFile.open(file, ExportFormat.ZIP, 1 << 20, 100);
          var xml = open.xml(0)) {
        xml.readAllBytes();
        for (int i = 0; i < open.recordings(); i++) {
          open.recording(i).readAllBytes();
        }
        open.route("/workout-routes/route_1.gpx");
      }
    } finally {
      Files.delete(file);
    }
  }
}
