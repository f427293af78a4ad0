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
  public interface Out {
    /** Returns the source for samples, with our ID of its device if that is known. */
    Source source(HkSource by);

    void sample(Sample sample);

    void fact(PendingRecord fact);
  }

  private final ExportScanner scanner;
  private final Out out;
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
  private boolean wanted;
  private long records;
  private long rejected;
  private long ignored;
  private long workoutCount;

  /**
   * @param in the XML, starting at {@code at}
   * @param at 0 for the start of the file, otherwise an earlier {@link #position}
   */
  public ExportReader(InputStream in, long at, Out out) {
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
   * @throws ExportFault if the file is not an export, damaged or truncated
   */
  public boolean next() throws IOException {
    while (true) {
      switch (scanner.next()) {
        case OPEN -> opened();
        case CLOSE -> {
          closed();
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

  private void opened() {
    switch (scanner.element()) {
      case RECORD -> begin();
      case WORKOUT -> workouts.begin();
      case WORKOUT_STATISTICS -> workouts.statistics();
      case METADATA_ENTRY -> {
        if (workouts.open()) {
          workouts.metadata().add(at(ExportAttribute.KEY), at(ExportAttribute.VALUE));
        } else if (wanted) {
          record.metadata.add(at(ExportAttribute.KEY), at(ExportAttribute.VALUE));
        }
      }
      case ME -> CharacteristicsReader.read(scanner, out);
      case ACTIVITY_SUMMARY -> CharacteristicsReader.day(scanner, out);
      case FILE_REFERENCE -> workouts.route();
      case HEALTH_DATA, EXPORT_DATE, CORRELATION, OTHER -> {
        // Containers: only their children carry data.
      }
    }
  }

  private void closed() {
    if (scanner.element() == ExportElement.RECORD && wanted) {
      wanted = false;
      try {
        if (!RecordMapper.make(record, out)) {
          rejected++;
        }
      } catch (IllegalArgumentException impossible) {
        rejected++;
      }
    } else if (scanner.element() == ExportElement.WORKOUT && workouts.open()) {
      workoutCount++;
      try {
        PendingRecord workout = workouts.end();
        if (workout == null) {
          rejected++;
        } else {
          out.fact(workout);
        }
      } catch (IllegalArgumentException impossible) {
        rejected++;
      }
    }
  }

  private ByteSlice at(ExportAttribute a) {
    return scanner.get(a);
  }

  private void begin() {
    records++;
    wanted = false;
    record.metadata.clear();
    HkType type = type(at(ExportAttribute.TYPE));
    if (type == null) {
      ignored++;
      return;
    }
    wanted = fill(type);
    if (!wanted) {
      rejected++;
    }
  }

  /** Returns the mapping of a type; records are sorted by type, so the last result is cached. */
  private HkType type(ByteSlice s) {
    if (s == null) {
      return null;
    }
    if (!s.is(lastType)) {
      lastType = s.copy();
      lastMapping = HkType.KNOWN.get(s);
    }
    return lastMapping;
  }

  private boolean fill(HkType type) {
    ByteSlice from = at(ExportAttribute.START_DATE);
    ByteSlice to = at(ExportAttribute.END_DATE);
    if (from == null || to == null || !start.read(from) || !end.read(to)) {
      return false;
    }
    record.type = type;
    record.start = start.instant();
    record.end = end.seconds == start.seconds ? record.start : end.instant();
    record.offset = start.offset;
    SourceCache.Entry by = sources.get(at(ExportAttribute.SOURCE_NAME), at(ExportAttribute.DEVICE));
    record.by = by.by();
    record.source = by.source();
    ByteSlice value = at(ExportAttribute.VALUE);
    if (type.measure() == null) {
      record.category = value == null ? "" : value.toString();
      record.value = 0;
      return true;
    }
    return value != null && quantity(type, value);
  }

  private boolean quantity(HkType type, ByteSlice value) {
    QuantityUnit.Conversion conversion = conversion(type.measure(), at(ExportAttribute.UNIT));
    double number = value.decimal();
    if (conversion == null || Double.isNaN(number)) {
      return false;
    }
    double ours = conversion.of(number);
    record.category = "";
    // Removes rounding noise: 0.57 is 57 percent, not 56.99999999999999.
    record.value = type.measure() == QuantityUnit.PERCENT ? Math.rint(ours * 1e8) / 1e8 : ours;
    return record.value >= 0 || !type.neverNegative();
  }

  private QuantityUnit.Conversion conversion(QuantityUnit measure, ByteSlice unit) {
    if (unit == null) {
      return measure.from("");
    }
    if (measure != lastMeasure || !unit.is(lastUnit)) {
      lastMeasure = measure;
      lastUnit = unit.copy();
      lastConversion = measure.from(unit.toString());
    }
    return lastConversion;
  }
}
