package io.tributary.report.loinc;

/** Format of LOINC codes. */
public final class LoincCode {
  private LoincCode() {}

  /** Checks the format and the mod 10 check digit, computed with every second digit doubled. */
  public static boolean isValid(String code) {
    if (code == null || !code.matches("[1-9][0-9]{0,6}-[0-9]")) {
      return false;
    }
    int sum = 0;
    boolean twice = true;
    for (int i = code.length() - 3; i >= 0; i--) {
      int digit = code.charAt(i) - '0';
      int n = twice ? digit * 2 : digit;
      sum += n / 10 + n % 10;
      twice = !twice;
    }
    return (10 - sum % 10) % 10 == code.charAt(code.length() - 1) - '0';
  }
}
