package io.tributary.lab.protocol.hl7;

import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabOrder.AnswerKind;
import io.tributary.lab.protocol.LabOrder.Billing;
import io.tributary.lab.protocol.LabOrder.OrderAction;
import io.tributary.lab.protocol.LabOrder.Relation;
import io.tributary.lab.protocol.Sex;

/** Maps our values to the HL7 codes used in orders. */
final class OrderCodeTable {
  private OrderCodeTable() {}

  static String control(OrderAction wish) {
    return switch (wish) {
      case PLACE -> "NW";
      case CHANGE -> "XO";
      case CANCEL -> "CA";
    };
  }

  static String sex(Sex sex) {
    return switch (sex) {
      case FEMALE -> "F";
      case MALE -> "M";
      case OTHER -> "O";
      case UNKNOWN -> "U";
    };
  }

  static String bill(Billing billing) {
    return switch (billing) {
      case CLIENT -> "C";
      case PATIENT -> "P";
      case INSURANCE -> "T";
    };
  }

  static String relation(Relation relation) {
    return switch (relation) {
      case SELF -> "SEL";
      case SPOUSE -> "SPO";
      case OTHER -> "OTH";
    };
  }

  static String valueType(AnswerKind kind) {
    return switch (kind) {
      case CHOICE -> "CWE";
      case NUMBER -> "NM";
      case TEXT -> "ST";
    };
  }

  /** Maps to table 0005; empty if there is no code. */
  static CodedValue race(String race) {
    return switch (race) {
      case "african_american_or_black" -> race("2054-5", "Black or African American");
      case "asian" -> race("2028-9", "Asian");
      case "indigenous_native_american_alaska_native" ->
          race("1002-5", "American Indian or Alaska Native");
      case "pacific_islander_or_hawaiian" ->
          race("2076-8", "Native Hawaiian or Other Pacific Islander");
      case "white_caucasian" -> race("2106-3", "White");
      case "other" -> race("2131-1", "Other Race");
      default -> CodedValue.NONE;
    };
  }

  private static CodedValue race(String code, String text) {
    return CodedValue.of(code, text, "HL70005");
  }

  /** Maps to table 0189; empty if there is no code. */
  static CodedValue ethnicity(String ethnicity) {
    return switch (ethnicity) {
      case "hispanic" -> CodedValue.of("H", "Hispanic or Latino", "HL70189");
      case "non_hispanic", "ashkenazi_jewish" ->
          CodedValue.of("N", "Not Hispanic or Latino", "HL70189");
      default -> CodedValue.NONE;
    };
  }
}
