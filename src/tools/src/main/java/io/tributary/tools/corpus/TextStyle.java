package io.tributary.tools.corpus;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Typographic conventions of a laboratory, independent of the layout: wording, units, ranges, flags
 * and dates.
 */
final class TextStyle {
  enum RangeFormat {
    PLAIN,
    SPACED,
    EN_DASH,
    ROUND,
    SQUARE,
    TO,
    ROUND_DASH,
    WIDE_DASH,
    TILDE,
    FROM_TO,
    LABELLED
  }

  enum OneSidedRangeFormat {
    SIGN,
    SIGN_GAP,
    OR_EQUAL,
    AT_MOST,
    WORDS,
    LESS_THAN,
    ASCII_EQUAL,
    BELOW
  }

  enum FlagFormat {
    LETTERS,
    DOUBLE,
    WORDS,
    STAR,
    STAR_LETTER,
    ARROWS,
    ROUND,
    ABNORMAL,
    NONE,
    /** Text for each row, normal or not. */
    STATUS,
    IN_RANGE,
    HI_LO,
    TRIANGLES,
    PLUS_MINUS,
    SQUARE,
    LIMITS,
    PANIC
  }

  enum PatientNameFormat {
    LAST_COMMA_FIRST,
    FIRST_LAST,
    TITLE_FIRST_LAST,
    SPLIT,
    UPPER_COMMA,
    TITLE_UPPER,
    COMMA_TITLE,
    MIDDLE
  }

  /** Thousands separator. */
  enum ThousandsSeparator {
    NOTHING,
    COMMAS,
    LAKHS
  }

  enum HeaderField {
    NAME,
    BIRTH,
    SEX,
    AGE,
    SPECIMEN,
    COLLECTED,
    RECEIVED,
    REPORTED,
    DOCTOR,
    PATIENT_ID,
    LAB
  }

  boolean american = true;
  RangeFormat ranges = RangeFormat.PLAIN;
  OneSidedRangeFormat limits = OneSidedRangeFormat.SIGN;
  FlagFormat flags = FlagFormat.LETTERS;
  PatientNameFormat names = PatientNameFormat.LAST_COMMA_FIRST;
  String date = "MM/dd/yyyy";
  String time = " HH:mm";
  boolean decimalComma;
  boolean bothSexes;
  boolean categories;
  boolean units = true;
  boolean rangesShown = true;
  boolean method;
  boolean notes;
  boolean pending;
  boolean upperCaseNames;
  boolean unitsBesideValue;
  boolean specimenLines;
  boolean normalTextRanges = true;
  boolean ageAndSexJoined;
  boolean remarks;
  ThousandsSeparator thousands = ThousandsSeparator.NOTHING;
  Optional<LabRegion> region = Optional.empty();
  double comparators = 0.04;
  int previous;
  int labels;
  int variant = -1;
  int maxRows = 40;
  List<String> panels = new ArrayList<>(List.of("CMP", "LIPID"));
  Set<HeaderField> printedFields = EnumSet.allOf(HeaderField.class);

  static TextStyle us() {
    return new TextStyle();
  }

  /** Returns a style with the units and wording of Britain, Australia and India. */
  static TextStyle international() {
    TextStyle look = new TextStyle();
    look.american = false;
    look.date = "dd/MM/yyyy";
    look.names = PatientNameFormat.FIRST_LAST;
    return look;
  }

  /** Selects the conventions of a region. */
  TextStyle in(LabRegion where) {
    region = Optional.of(where);
    return this;
  }

  /** Prints age and sex in one field. */
  TextStyle ageAndSexJoined() {
    ageAndSexJoined = true;
    return this;
  }

  /** Prints explanations below panels, full of numbers that are not results. */
  TextStyle remarks() {
    remarks = true;
    return this;
  }

  TextStyle thousands(ThousandsSeparator form) {
    thousands = form;
    return this;
  }

  /** Returns whether critical values have a flag of their own. */
  boolean hasCriticalFlags() {
    return flags == FlagFormat.DOUBLE || flags == FlagFormat.PANIC;
  }

  TextStyle withPanels(String... keys) {
    panels = List.of(keys);
    return this;
  }

  TextStyle ranges(RangeFormat form, OneSidedRangeFormat limit) {
    ranges = form;
    limits = limit;
    return this;
  }

  TextStyle flags(FlagFormat form) {
    flags = form;
    return this;
  }

  TextStyle names(PatientNameFormat form) {
    names = form;
    return this;
  }

  TextStyle dates(String pattern, String clock) {
    date = pattern;
    time = clock;
    return this;
  }

  TextStyle labels(int which) {
    labels = which;
    return this;
  }

  TextStyle variant(int which) {
    variant = which;
    return this;
  }

  TextStyle previous(int columns) {
    previous = columns;
    return this;
  }

  TextStyle maxRows(int rows) {
    maxRows = rows;
    return this;
  }

  TextStyle comparators(double share) {
    comparators = share;
    return this;
  }

  TextStyle decimalComma() {
    decimalComma = true;
    return this;
  }

  TextStyle bothSexes() {
    bothSexes = true;
    return this;
  }

  TextStyle categories() {
    categories = true;
    return this;
  }

  TextStyle withoutUnits() {
    units = false;
    return this;
  }

  TextStyle withoutRanges() {
    rangesShown = false;
    return this;
  }

  TextStyle method() {
    method = true;
    return this;
  }

  TextStyle notes() {
    notes = true;
    return this;
  }

  TextStyle pending() {
    pending = true;
    return this;
  }

  TextStyle upperCaseNames() {
    upperCaseNames = true;
    return this;
  }

  TextStyle unitsBesideValue() {
    unitsBesideValue = true;
    return this;
  }

  TextStyle specimenLines() {
    specimenLines = true;
    return this;
  }

  TextStyle without(HeaderField... fields) {
    printedFields.removeAll(Set.of(fields));
    return this;
  }
}
