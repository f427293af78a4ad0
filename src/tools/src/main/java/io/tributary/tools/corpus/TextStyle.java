package io.tributary.tools.corpus;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** How a laboratory writes: words, units, ranges, flags and dates, apart from where they stand. */
final class TextStyle {
  enum Ranges {
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

  enum Limits {
    SIGN,
    SIGN_GAP,
    OR_EQUAL,
    AT_MOST,
    WORDS,
    LESS_THAN,
    ASCII_EQUAL,
    BELOW
  }

  enum Flags {
    LETTERS,
    DOUBLE,
    WORDS,
    STAR,
    STAR_LETTER,
    ARROWS,
    ROUND,
    ABNORMAL,
    NONE,
    /** A word for each row, whether it is usual or not. */
    STATUS,
    IN_RANGE,
    HI_LO,
    TRIANGLES,
    PLUS_MINUS,
    SQUARE,
    LIMITS,
    PANIC
  }

  enum Names {
    LAST_COMMA_FIRST,
    FIRST_LAST,
    TITLE_FIRST_LAST,
    SPLIT,
    UPPER_COMMA,
    TITLE_UPPER,
    COMMA_TITLE,
    MIDDLE
  }

  /** What stands between thousands. */
  enum Thousands {
    NOTHING,
    COMMAS,
    LAKHS
  }

  enum Told {
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
  Ranges ranges = Ranges.PLAIN;
  Limits limits = Limits.SIGN;
  Flags flags = Flags.LETTERS;
  Names names = Names.LAST_COMMA_FIRST;
  String date = "MM/dd/yyyy";
  String time = " HH:mm";
  boolean comma;
  boolean bothSexes;
  boolean categories;
  boolean units = true;
  boolean rangesShown = true;
  boolean method;
  boolean notes;
  boolean pending;
  boolean upper;
  boolean unitsBesideValue;
  boolean specimenLines;
  boolean usualWords = true;
  boolean joined;
  boolean remarks;
  Thousands thousands = Thousands.NOTHING;
  Optional<LabRegion> region = Optional.empty();
  double comparators = 0.04;
  int previous;
  int labels;
  int variant = -1;
  int most = 40;
  List<String> panels = new ArrayList<>(List.of("CMP", "LIPID"));
  Set<Told> told = EnumSet.allOf(Told.class);

  static TextStyle us() {
    return new TextStyle();
  }

  /** With the units and words of Britain, Australia and India. */
  static TextStyle elsewhere() {
    TextStyle look = new TextStyle();
    look.american = false;
    look.date = "dd/MM/yyyy";
    look.names = Names.FIRST_LAST;
    return look;
  }

  /** As it is written there. */
  TextStyle in(LabRegion where) {
    region = Optional.of(where);
    return this;
  }

  /** Age and sex stand in one field. */
  TextStyle joined() {
    joined = true;
    return this;
  }

  /** Below panels stand explanations, full of numbers that are no results. */
  TextStyle remarks() {
    remarks = true;
    return this;
  }

  TextStyle thousands(Thousands form) {
    thousands = form;
    return this;
  }

  /** Whether values are told apart that someone must act on. */
  boolean critical() {
    return flags == Flags.DOUBLE || flags == Flags.PANIC;
  }

  TextStyle of(String... keys) {
    panels = List.of(keys);
    return this;
  }

  TextStyle ranges(Ranges form, Limits limit) {
    ranges = form;
    limits = limit;
    return this;
  }

  TextStyle flags(Flags form) {
    flags = form;
    return this;
  }

  TextStyle names(Names form) {
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

  TextStyle most(int rows) {
    most = rows;
    return this;
  }

  TextStyle comparators(double share) {
    comparators = share;
    return this;
  }

  TextStyle comma() {
    comma = true;
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

  TextStyle upper() {
    upper = true;
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

  TextStyle without(Told... fields) {
    told.removeAll(Set.of(fields));
    return this;
  }
}
