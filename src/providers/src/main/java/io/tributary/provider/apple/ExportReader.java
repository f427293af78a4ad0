package io.tributary.provider.apple;

import io.tributary.model.Sample;
import io.tributary.model.Source;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads an export one child of its root at a time. Between two of them it can be left, and another
 * reader goes on at {@link #position}: nothing is carried over from one child to the next.
 *
 * <p>Memory is that of one element, whatever the size of the file. Not thread-safe.
 */
public final class ExportReader {
  /** Takes what is read. */
  public interface Out {
    /** The source of samples by this one, with our id of its device if it is known. */
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
   * @param in the XML, from {@code at} on
   * @param at 0 for the begin, else a {@link #position} from before
   */
  public ExportReader(InputStream in, long at, Out out) {
    this.scanner = new ExportScanner(in, at);
    this.out = out;
    this.sources = new SourceCache(out);
    this.workouts = new WorkoutReader(scanner, sources);
  }

  /** The byte up to which all is read, once {@link #next} has returned. */
  public long position() {
    return scanner.position();
  }

  /** Record elements so far, those inside of correlations included. */
  public long records() {
    return records;
  }

  /** Records and workouts that could not be used: a broken time, number or unit. */
  public long rejected() {
    return rejected;
  }

  /** Records of types that have no counterpart. */
  public long ignored() {
    return ignored;
  }

  /** Workout elements so far. */
  public long workouts() {
    return workoutCount;
  }

  /**
   * Reads the next child of the root.
   *
   * @return false at the end of the file
   * @throws ExportFault when the file is no export, damaged or cut off
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
        // Without a meaning of their own: what counts stands inside.
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

  /** Records come sorted by type: the last answer is mostly the next one. */
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
    // 0.57 is 57 percent, not 56.99999999999999.
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
