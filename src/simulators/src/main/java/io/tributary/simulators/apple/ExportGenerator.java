package io.tributary.simulators.apple;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * {@code ExportGenerator [--size 1G] [--seed 7] [--until 2026-03-20] FILE.xml|FILE.zip}: an export
 * of about that size, the same for the same arguments.
 */
public final class ExportGenerator {
  private static final int PROBE_DAYS = 28;
  private static final int ZIP_RECORDINGS = 3;

  private ExportGenerator() {}

  public static void main(String[] args) throws IOException {
    long size = 10L << 20;
    long seed = 7;
    LocalDate until = LocalDate.of(2026, 3, 20);
    Path file = null;
    for (int i = 0; i < args.length; i++) {
      boolean more = i + 1 < args.length;
      if (args[i].equals("--size") && more) {
        size = bytes(args[++i]);
      } else if (args[i].equals("--seed") && more) {
        seed = Long.parseLong(args[++i]);
      } else if (args[i].equals("--until") && more) {
        until = LocalDate.parse(args[++i]);
      } else if (!args[i].startsWith("-") && file == null) {
        file = Path.of(args[i]);
      } else {
        usage();
      }
    }
    if (file == null) {
      usage();
    }
    int days = days(size, seed);
    write(file, seed, until, days);
    System.out.println(file + ": " + days + " days, " + Files.size(file) + " bytes");
  }

  private static void usage() {
    System.err.println("apple-export [--size 1G] [--seed 7] [--until DATE] FILE.xml|FILE.zip");
    System.exit(2);
  }

  /** Such as 500K, 20M, 1G. */
  public static long bytes(String text) {
    int unit = "KMG".indexOf(Character.toUpperCase(text.charAt(text.length() - 1)));
    return unit < 0
        ? Long.parseLong(text)
        : Long.parseLong(text.substring(0, text.length() - 1)) << 10 * (unit + 1);
  }

  /** How many days make about so many bytes of XML. */
  public static int days(long size, long seed) {
    long[] counted = new long[1];
    OutputStream counter =
        new OutputStream() {
          @Override
          public void write(int b) {
            counted[0]++;
          }

          @Override
          public void write(byte[] b, int off, int len) {
            counted[0] += len;
          }
        };
    try (ExportWriter out = new ExportWriter(counter)) {
      new ExportDays(new ExportRecords(out, seed, LocalDate.of(2026, 3, 20), PROBE_DAYS)).write();
    } catch (IOException e) {
      throw new IllegalStateException("nothing is written", e);
    }
    return (int) Math.max(1, size * PROBE_DAYS / counted[0]);
  }

  /** Writes the export of so many days before a date. */
  public static void write(Path file, long seed, LocalDate until, int days) throws IOException {
    try (OutputStream disk = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      if (!file.toString().endsWith(".zip")) {
        try (ExportWriter out = new ExportWriter(disk)) {
          new ExportDays(new ExportRecords(out, seed, until, days)).write();
        }
        return;
      }
      try (ZipOutputStream zip = new ZipOutputStream(disk)) {
        ExportWriter out = new ExportWriter(zip);
        zip.putNextEntry(new ZipEntry("apple_health_export/export_cda.xml"));
        zip.write("<ClinicalDocument/>".getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
        zip.putNextEntry(new ZipEntry("apple_health_export/export.xml"));
        ExportRecords records = new ExportRecords(out, seed, until, days);
        new ExportDays(records).write();
        out.flush();
        zip.closeEntry();
        for (int i = 0; i < ZIP_RECORDINGS; i++) {
          zip.putNextEntry(
              new ZipEntry(
                  "apple_health_export/electrocardiograms/ecg_" + until.minusDays(i) + ".csv"));
          ExportFiles.recording(out, until.minusDays(i));
          out.flush();
          zip.closeEntry();
        }
        for (LocalDate day : ExportFiles.routes(records)) {
          zip.putNextEntry(new ZipEntry("apple_health_export" + ExportFiles.route(day)));
          ExportFiles.route(out, day);
          out.flush();
          zip.closeEntry();
        }
      }
    }
  }
}
