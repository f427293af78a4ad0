package io.tributary.bench.report;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** How a laboratory writes: words, units, ranges, flags and dates, apart from where they stand. */
final class Look {
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
  Optional<Region> region = Optional.empty();
  double comparators = 0.04;
  int previous;
  int labels;
  int variant = -1;
  int most = 40;
  List<String> panels = new ArrayList<>(List.of("CMP", "LIPID"));
  Set<Told> told = EnumSet.allOf(Told.class);

  static Look us() {
    return new Look();
  }

  /** With the units and words of Britain, Australia and India. */
  static Look elsewhere() {
    Look look = new Look();
    look.american = false;
    look.date = "dd/MM/yyyy";
    look.names = Names.FIRST_LAST;
    return look;
  }

  /** As it is written there. */
  Look in(Region where) {
    region = Optional.of(where);
    return this;
  }

  /** Age and sex stand in one field. */
  Look joined() {
    joined = true;
    return this;
  }

  /** Below panels stand explanations, full of numbers that are no results. */
  Look remarks() {
    remarks = true;
    return this;
  }

  Look thousands(Thousands form) {
    thousands = form;
    return this;
  }

  /** Whether values are told apart that someone must act on. */
  boolean critical() {
    return flags == Flags.DOUBLE || flags == Flags.PANIC;
  }

  Look of(String... keys) {
    panels = List.of(keys);
    return this;
  }

  Look ranges(Ranges form, Limits limit) {
    ranges = form;
    limits = limit;
    return this;
  }

  Look flags(Flags form) {
    flags = form;
    return this;
  }

  Look names(Names form) {
    names = form;
    return this;
  }

  Look dates(String pattern, String clock) {
    date = pattern;
    time = clock;
    return this;
  }

  Look labels(int which) {
    labels = which;
    return this;
  }

  Look variant(int which) {
    variant = which;
    return this;
  }

  Look previous(int columns) {
    previous = columns;
    return this;
  }

  Look most(int rows) {
    most = rows;
    return this;
  }

  Look comparators(double share) {
    comparators = share;
    return this;
  }

  Look comma() {
    comma = true;
    return this;
  }

  Look bothSexes() {
    bothSexes = true;
    return this;
  }

  Look categories() {
    categories = true;
    return this;
  }

  Look withoutUnits() {
    units = false;
    return this;
  }

  Look withoutRanges() {
    rangesShown = false;
    return this;
  }

  Look method() {
    method = true;
    return this;
  }

  Look notes() {
    notes = true;
    return this;
  }

  Look pending() {
    pending = true;
    return this;
  }

  Look upper() {
    upper = true;
    return this;
  }

  Look unitsBesideValue() {
    unitsBesideValue = true;
    return this;
  }

  Look specimenLines() {
    specimenLines = true;
    return this;
  }

  Look without(Told... fields) {
    told.removeAll(Set.of(fields));
    return this;
  }
}
