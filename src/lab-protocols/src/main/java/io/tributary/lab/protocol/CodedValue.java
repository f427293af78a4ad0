package io.tributary.lab.protocol;

import java.util.Optional;

/**
 * Code with its display text and optionally the equivalent code in a second system, as in HL7 CWE.
 * Absent parts are empty strings.
 *
 * @param system such as {@code L} for the laboratory's own codes or {@code LN} for LOINC
 */
public record CodedValue(
    String code,
    String text,
    String system,
    String otherCode,
    String otherText,
    String otherSystem) {
  public static final CodedValue NONE = new CodedValue("", "", "", "", "", "");

  public static CodedValue of(String code, String text, String system) {
    return new CodedValue(code, text, system, "", "", "");
  }

  /** Returns the code in the given system, from either of the two triplets. */
  public Optional<String> codeIn(String wanted) {
    if (system.equals(wanted) && !code.isEmpty()) {
      return Optional.of(code);
    }
    return otherSystem.equals(wanted) && !otherCode.isEmpty()
        ? Optional.of(otherCode)
        : Optional.empty();
  }

  /** Returns the laboratory's own code, which is the one that is not LOINC. */
  public String localCode() {
    return system.equals("LN") && !otherCode.isEmpty() ? otherCode : code;
  }

  /** Returns the text to display: the name if there is one, otherwise the code. */
  public String displayText() {
    if (!text.isEmpty()) {
      return text;
    }
    return otherText.isEmpty() ? code : otherText;
  }

  public boolean isEmpty() {
    return code.isEmpty() && text.isEmpty() && otherCode.isEmpty() && otherText.isEmpty();
  }
}
