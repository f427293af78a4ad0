package io.tributary.provider.sdk;

import java.util.Arrays;

/**
 * Fields of one record as received; one instance is reused for all records. Only the first fault of
 * a record is kept.
 */
final class SampleRecord {
  private static final int INITIAL_CAPACITY = 16;

  boolean hasValue;
  double value;
  String text;
  String unit;
  long start;
  long end;
  boolean hasStart;
  boolean hasEnd;
  String type;
  String app;
  String product;
  Integer offset;
  String reading;
  String sensorLocation;
  String intensity;
  String deliveryMode;
  String deliveryForm;
  String bolusPurpose;
  String workout;
  String sport;
  java.util.List<String> tags;
  String manufacturer;
  String model;
  String version;
  String deviceId;
  boolean controlSolution;
  boolean present;

  /** True for a bulk record, which holds values at offsets from an anchor. */
  boolean bulk;

  long anchor;
  boolean hasAnchor;
  double[] values = new double[INITIAL_CAPACITY];
  double[] starts = new double[INITIAL_CAPACITY];
  double[] ends = new double[INITIAL_CAPACITY];
  int valueCount;
  int startCount;
  int endCount;

  /** Number of deleted record IDs; such a record holds nothing else. */
  int deletedCount;

  String faultField;
  String faultText;
  String faultType;

  void clear() {
    hasValue = false;
    text = null;
    unit = null;
    hasStart = false;
    hasEnd = false;
    type = null;
    app = null;
    product = null;
    offset = null;
    reading = null;
    sensorLocation = null;
    intensity = null;
    deliveryMode = null;
    deliveryForm = null;
    bolusPurpose = null;
    workout = null;
    sport = null;
    tags = null;
    manufacturer = null;
    model = null;
    version = null;
    deviceId = null;
    controlSolution = false;
    present = false;
    bulk = false;
    hasAnchor = false;
    valueCount = 0;
    startCount = 0;
    endCount = 0;
    deletedCount = 0;
    faultField = null;
  }

  void fault(String field, String message, String kind) {
    if (faultField == null) {
      faultField = field;
      faultText = message;
      faultType = kind;
    }
  }

  boolean hasFault() {
    return faultField != null;
  }

  void addValue(double v) {
    if (valueCount == values.length) {
      values = Arrays.copyOf(values, 2 * valueCount);
    }
    values[valueCount++] = v;
  }

  void addStart(double v) {
    if (startCount == starts.length) {
      starts = Arrays.copyOf(starts, 2 * startCount);
    }
    starts[startCount++] = v;
  }

  void addEnd(double v) {
    if (endCount == ends.length) {
      ends = Arrays.copyOf(ends, 2 * endCount);
    }
    ends[endCount++] = v;
  }
}
