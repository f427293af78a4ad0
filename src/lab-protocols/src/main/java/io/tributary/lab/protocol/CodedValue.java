package io.tributary.lab.protocol;

import java.util.Optional;

/**
 * A code with its name, and perhaps the same thing in another system. Absent parts are empty texts.
 *
 * @param system such as {@code L} for the laboratory's own, {@code LN} for LOINC
 */
public record CodedValue(
    String code,
    String text,
    String system,
    String otherCode,
    String otherText,
    String otherSystem) {
  /** Nothing. */
  public static final CodedValue NONE = new CodedValue("", "", "", "", "", "");

  public static CodedValue of(String code, String text, String system) {
    return new CodedValue(code, text, system, "", "", "");
  }

  /** The code in this system, wherever it stands. */
  public Optional<String> in(String wanted) {
    if (system.equals(wanted) && !code.isEmpty()) {
      return Optional.of(code);
    }
    return otherSystem.equals(wanted) && !otherCode.isEmpty()
        ? Optional.of(otherCode)
        : Optional.empty();
  }

  /** The laboratory's own code: the one in no public system. */
  public String local() {
    return system.equals("LN") && !otherCode.isEmpty() ? otherCode : code;
  }

  /** What people read: the name, else the code. */
  public String shown() {
    if (!text.isEmpty()) {
      return text;
    }
    return otherText.isEmpty() ? code : otherText;
  }

  public boolean isEmpty() {
    return code.isEmpty() && text.isEmpty() && otherCode.isEmpty() && otherText.isEmpty();
  }
}
