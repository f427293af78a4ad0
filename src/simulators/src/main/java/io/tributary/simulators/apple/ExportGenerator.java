package io.tributary.simulators.apple;

import io.tributary.core.ProgramHelp;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Generates an Apple Health export of about the given size: {@code ExportGenerator [--size 1G]
 * [--seed 7] [--until 2026-03-20] FILE.xml|FILE.zip}. The same arguments give the same file.
 */
public final class ExportGenerator {
  private static final String USAGE =
      "generate-apple-export [--size 1G] [--seed 7] [--until DATE] FILE.xml|FILE.zip";

  private static final int SAMPLE_DAYS = 28;
  private static final int ZIP_ECGS = 3;

  private ExportGenerator() {}

  public static void main(String[] args) throws IOException {
    Optional<String> help = ProgramHelp.answer(args, USAGE, ExportGenerator.class);
    if (help.isPresent()) {
      System.out.println(help.get());
      return;
    }
    long size = 10L << 20;
    long seed = 7;
    LocalDate until = LocalDate.of(2026, 3, 20);
    Path file = null;
    for (int i = 0; i < args.length; i++) {
      boolean more = i + 1 < args.length;
      if (args[i].equals("--size") && more) {
        size = parseSize(args[++i]);
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
    int days = daysForSize(size, seed);
    write(file, seed, until, days);
    System.out.println(file + ": " + days + " days, " + Files.size(file) + " bytes");
  }

  private static void usage() {
    System.err.println(USAGE);
    System.exit(2);
  }

  /** Parses a size such as 500K, 20M or 1G. */
  public static long parseSize(String text) {
    int unit = "KMG".indexOf(Character.toUpperCase(text.charAt(text.length() - 1)));
    return unit < 0
        ? Long.parseLong(text)
        : Long.parseLong(text.substring(0, text.length() - 1)) << 10 * (unit + 1);
  }

  /** Returns the number of days that make about this many bytes of XML. */
  public static int daysForSize(long size, long seed) {
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
      new ExportDays(new ExportRecords(out, seed, LocalDate.of(2026, 3, 20), SAMPLE_DAYS)).write();
    } catch (IOException e) {
      throw new IllegalStateException("the sample export could not be generated", e);
    }
    return (int) Math.max(1, size * SAMPLE_DAYS / counted[0]);
  }

  /** Writes an export of the given number of days before a date. */
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
        for (int i = 0; i < ZIP_ECGS; i++) {
          zip.putNextEntry(
              new ZipEntry(
                  "apple_health_export/electrocardiograms/ecg_" + until.minusDays(i) + ".csv"));
          ExportFiles.writeEcg(out, until.minusDays(i));
          out.flush();
          zip.closeEntry();
        }
        for (LocalDate day : ExportFiles.routeDays(records)) {
          zip.putNextEntry(new ZipEntry("apple_health_export" + ExportFiles.writeRoute(day)));
          ExportFiles.writeRoute(out, day);
          out.flush();
          zip.closeEntry();
        }
      }
    }
  }
}
