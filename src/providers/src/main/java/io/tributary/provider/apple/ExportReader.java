package io.tributary.provider.apple;

import io.tributary.model.Sample;
import io.tributary.model.Source;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads a Health export, one child of the root element at a time.
 *
 * <p>Reading can stop between two children, and another reader can continue at {@link #position},
 * because no state is carried over from one child to the next. Memory use is that of one element,
 * whatever the size of the file. Not thread-safe.
 */
public final class ExportReader {
  /** Receives the samples and pending records of an export. */
  public interface ExportSink {
    /** Returns the source for samples, with our ID of its device if that is known. */
    Source source(HkSource by);

    void sample(Sample sample);

    void pendingRecord(PendingRecord fact);
  }

  private final ExportScanner scanner;
  private final ExportSink out;
  private final SourceCache sources;
  private final HkRecord record = new HkRecord();
  private final ExportTimestamp start = new ExportTimestamp();
  private final ExportTimestamp end = new ExportTimestamp();
  private final WorkoutReader workouts;
  private byte[] lastType = new byte[0];
  private HkType lastMapping;
  private byte[] lastUnit = new byte[0];
  private QuantityUnit lastMeasure;
  private QuantityUnit.Conversion lastConversion;
  private boolean recordUsable;
  private long records;
  private long rejected;
  private long ignored;
  private long workoutCount;

  /**
   * @param in the XML, starting at {@code at}
   * @param at 0 for the start of the file, otherwise an earlier {@link #position}
   */
  public ExportReader(InputStream in, long at, ExportSink out) {
    this.scanner = new ExportScanner(in, at);
    this.out = out;
    this.sources = new SourceCache(out);
    this.workouts = new WorkoutReader(scanner, sources);
  }

  /** Byte offset up to which everything has been read, valid after {@link #next} has returned. */
  public long position() {
    return scanner.position();
  }

  /** Number of Record elements so far, including those inside correlations. */
  public long records() {
    return records;
  }

  /** Number of records and workouts that could not be used: an invalid time, number or unit. */
  public long rejected() {
    return rejected;
  }

  /** Number of records whose type has no counterpart in the model. */
  public long ignored() {
    return ignored;
  }

  /** Number of Workout elements so far. */
  public long workouts() {
    return workoutCount;
  }

  /**
   * Reads the next child of the root.
   *
   * @return false at the end of the file
   * @throws InvalidExportException if the file is not an export, damaged or truncated
   */
  public boolean next() throws IOException {
    while (true) {
      switch (scanner.next()) {
        case OPEN -> onOpen();
        case CLOSE -> {
          onClose();
          if (scanner.depth() == 1) {
            return true;
          }
        }
        case END -> {
          return false;
        }
      }
    }
  }

  private void onOpen() {
    switch (scanner.element()) {
      case RECORD -> beginRecord();
      case WORKOUT -> workouts.begin();
      case WORKOUT_STATISTICS -> workouts.readStatistics();
      case METADATA_ENTRY -> {
        if (workouts.isOpen()) {
          workouts.metadata().add(attribute(ExportAttribute.KEY), attribute(ExportAttribute.VALUE));
        } else if (recordUsable) {
          record.metadata.add(attribute(ExportAttribute.KEY), attribute(ExportAttribute.VALUE));
        }
      }
      case ME -> CharacteristicsReader.read(scanner, out);
      case ACTIVITY_SUMMARY -> CharacteristicsReader.readActivitySummary(scanner, out);
      case FILE_REFERENCE -> workouts.readRoute();
      case HEALTH_DATA, EXPORT_DATE, CORRELATION, OTHER -> {
        // Containers: only their children carry data.
      }
    }
  }

  private void onClose() {
    if (scanner.element() == ExportElement.RECORD && recordUsable) {
      recordUsable = false;
      try {
        if (!RecordMapper.map(record, out)) {
          rejected++;
        }
      } catch (IllegalArgumentException impossible) {
        rejected++;
      }
    } else if (scanner.element() == ExportElement.WORKOUT && workouts.isOpen()) {
      workoutCount++;
      try {
        PendingRecord workout = workouts.finish();
        if (workout == null) {
          rejected++;
        } else {
          out.pendingRecord(workout);
        }
      } catch (IllegalArgumentException impossible) {
        rejected++;
      }
    }
  }

  private ByteSlice attribute(ExportAttribute a) {
    return scanner.get(a);
  }

  private void beginRecord() {
    records++;
    recordUsable = false;
    record.metadata.clear();
    HkType type = type(attribute(ExportAttribute.TYPE));
    if (type == null) {
      ignored++;
      return;
    }
    recordUsable = readRecord(type);
    if (!recordUsable) {
      rejected++;
    }
  }

  /** Returns the mapping of a type; records are sorted by type, so the last result is cached. */
  private HkType type(ByteSlice s) {
    if (s == null) {
      return null;
    }
    if (!s.contentEquals(lastType)) {
      lastType = s.copy();
      lastMapping = HkType.KNOWN.get(s);
    }
    return lastMapping;
  }

  private boolean readRecord(HkType type) {
    ByteSlice from = attribute(ExportAttribute.START_DATE);
    ByteSlice to = attribute(ExportAttribute.END_DATE);
    if (from == null || to == null || !start.parse(from) || !end.parse(to)) {
      return false;
    }
    record.type = type;
    record.start = start.instant();
    record.end = end.seconds == start.seconds ? record.start : end.instant();
    record.offset = start.offset;
    SourceCache.Entry by =
        sources.get(attribute(ExportAttribute.SOURCE_NAME), attribute(ExportAttribute.DEVICE));
    record.hkSource = by.hkSource();
    record.source = by.source();
    ByteSlice value = attribute(ExportAttribute.VALUE);
    if (type.measure() == null) {
      record.category = value == null ? "" : value.toString();
      record.value = 0;
      return true;
    }
    return value != null && readQuantity(type, value);
  }

  private boolean readQuantity(HkType type, ByteSlice value) {
    QuantityUnit.Conversion conversion =
        conversion(type.measure(), attribute(ExportAttribute.UNIT));
    double number = value.toDouble();
    if (conversion == null || Double.isNaN(number)) {
      return false;
    }
    double ours = conversion.of(number);
    record.category = "";
    // Removes rounding noise: 0.57 is 57 percent, not 56.99999999999999.
    record.value = type.measure() == QuantityUnit.PERCENT ? Math.rint(ours * 1e8) / 1e8 : ours;
    return record.value >= 0 || !type.isNonNegative();
  }

  private QuantityUnit.Conversion conversion(QuantityUnit measure, ByteSlice unit) {
    if (unit == null) {
      return measure.conversionFrom("");
    }
    if (measure != lastMeasure || !unit.contentEquals(lastUnit)) {
      lastMeasure = measure;
      lastUnit = unit.copy();
      lastConversion = measure.conversionFrom(unit.toString());
    }
    return lastConversion;
  }
}
