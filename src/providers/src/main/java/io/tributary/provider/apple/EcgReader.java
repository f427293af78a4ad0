package io.tributary.provider.apple;

import io.tributary.model.ElectrocardiogramSummary;
import io.tributary.model.ElectrocardiogramSummary.Classification;
import io.tributary.model.ElectrocardiogramSummary.InconclusiveCause;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads one file of the {@code electrocardiograms} folder. Its labels are in the language of the
 * phone, so time and sampling rate are recognized by their format. The classification is recognized
 * in English only.
 */
public final class EcgReader {
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d [+-]\\d{4}");
  private static final Pattern RATE =
      Pattern.compile("^\\D*?(\\d+(?:[.,]\\d+)?)\\s*(?:hertz|Hz)\\b");
  private static final Pattern MODEL = Pattern.compile("Watch\\d+,\\d+");
  private static final Pattern VERSION =
      Pattern.compile("^(?:Software )?Version,\"?([^\",]{1,40})");
  private static final SampleExtras LEAD = SampleExtras.type("lead_1");

  /**
   * Maximum number of voltages: more than six minutes at 512 Hz, while a recording lasts 30
   * seconds.
   */
  private static final int MAX_VOLTAGES = 200_000;

  private static final int MAX_HEADER_LINES = 40;
  private static final double MILLIVOLT_PER_MICROVOLT = 0.001;

  private String model;
  private String version;
  private ExportTimestamp start;
  private double rate;
  private double scale = MILLIVOLT_PER_MICROVOLT;
  private Classification classification;
  private InconclusiveCause cause;
  private final List<Double> voltages = new ArrayList<>();

  private EcgReader() {}

  /**
   * Adds the recording and its voltages.
   *
   * @throws IllegalArgumentException if the file is not a recording
   */
  public static void read(
      InputStream in, ExportReader.ExportSink sources, NormalizedBatch.Builder out)
      throws IOException {
    EcgReader ecg = new EcgReader();
    ecg.readLines(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
    ecg.emit(sources, out);
  }

  private void readLines(BufferedReader in) throws IOException {
    int headers = 0;
    ByteSlice number = new ByteSlice();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String text = line.strip();
      while (text.endsWith(",")) {
        text = text.substring(0, text.length() - 1);
      }
      if (text.isEmpty()) {
        continue;
      }
      byte[] bytes = text.replace(',', '.').getBytes(StandardCharsets.UTF_8);
      number.set(bytes, 0, bytes.length);
      double value = number.toDouble();
      if (!Double.isNaN(value)) {
        if (voltages.size() == MAX_VOLTAGES) {
          throw new IllegalArgumentException("too many voltage samples");
        }
        voltages.add(value * scale);
      } else if (++headers > MAX_HEADER_LINES) {
        throw new IllegalArgumentException("not an ECG recording");
      } else {
        readHeader(text);
      }
    }
  }

  private void readHeader(String line) {
    Matcher time = TIME.matcher(line);
    if (start == null && time.find()) {
      ExportTimestamp stamp = new ExportTimestamp();
      byte[] bytes = time.group().getBytes(StandardCharsets.US_ASCII);
      ByteSlice slice = new ByteSlice();
      slice.set(bytes, 0, bytes.length);
      start = stamp.parse(slice) ? stamp : null;
    }
    Matcher hertz = RATE.matcher(line);
    if (hertz.find()) {
      rate = Double.parseDouble(hertz.group(1).replace(',', '.'));
    }
    Matcher watch = MODEL.matcher(line);
    if (watch.find()) {
      model = watch.group();
    }
    Matcher software = VERSION.matcher(line);
    if (software.find()) {
      version = software.group(1);
    }
    if (line.endsWith("mV")) {
      scale = 1;
    }
    int comma = line.indexOf(',');
    if (comma > 0) {
      readClassification(line.substring(comma + 1).toLowerCase(Locale.ROOT));
    }
  }

  private void readClassification(String text) {
    switch (text) {
      case "sinus rhythm" -> classification = Classification.SINUS_RHYTHM;
      case "atrial fibrillation" -> classification = Classification.ATRIAL_FIBRILLATION;
      case "inconclusive" -> classification = Classification.INCONCLUSIVE;
      case "high heart rate" -> setInconclusive(InconclusiveCause.HIGH_HEART_RATE);
      case "low heart rate" -> setInconclusive(InconclusiveCause.LOW_HEART_RATE);
      case "poor recording" -> setInconclusive(InconclusiveCause.POOR_READING);
      default -> {
        // Another header line, or a label in another language.
      }
    }
  }

  private void setInconclusive(InconclusiveCause why) {
    classification = Classification.INCONCLUSIVE;
    cause = why;
  }

  private void emit(ExportReader.ExportSink sources, NormalizedBatch.Builder out) {
    if (start == null || !(rate >= 1 && rate <= 100_000) || voltages.isEmpty()) {
      throw new IllegalArgumentException("not an ECG recording");
    }
    Instant begin = start.instant();
    HkSource by =
        new HkSource(
            SourceType.WATCH, "", model == null ? "" : "Apple Inc.", model == null ? "" : model);
    Source source = sources.source(by);
    for (int i = 0; i < voltages.size(); i++) {
      out.add(
          new Sample(
              Resource.ELECTROCARDIOGRAM_VOLTAGE,
              source,
              begin.plusNanos((long) (i * 1e9 / rate)),
              null,
              start.offset,
              voltages.get(i),
              LEAD));
    }
    out.add(
        ElectrocardiogramSummary.of(
                begin, begin.plusNanos((long) (voltages.size() * 1e9 / rate)), voltages.size())
            .samplingFrequencyHz(rate)
            .classification(classification)
            .inconclusiveCause(cause)
            .algorithmVersion(version)
            .offsetSeconds(start.offset)
            .sourceDeviceModel(model)
            .build(),
        source);
  }
}
