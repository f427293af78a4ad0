package io.tributary.fhir;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Value of a token search parameter.
 *
 * @param system empty for any
 * @param code empty for any code of the system
 */
public record TokenParameter(Optional<String> system, Optional<String> code) {
  /** Parses the alternatives of one parameter; empty if one of them is invalid. */
  static List<TokenParameter> parseList(String text) {
    List<Optional<TokenParameter>> all =
        Arrays.stream(text.split(",", -1)).map(TokenParameter::parse).toList();
    return all.stream().allMatch(Optional::isPresent)
        ? all.stream().map(Optional::get).toList()
        : List.of();
  }

  private static Optional<TokenParameter> parse(String text) {
    int bar = text.indexOf('|');
    if (bar < 0) {
      return text.isEmpty()
          ? Optional.empty()
          : Optional.of(new TokenParameter(Optional.empty(), Optional.of(text)));
    }
    String code = text.substring(bar + 1);
    if (bar == 0 && code.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new TokenParameter(
            Optional.of(text.substring(0, bar)),
            code.isEmpty() ? Optional.empty() : Optional.of(code)));
  }

  /**
   * Returns whether something with these codes may match.
   *
   * @param wanted each list must match with at least one of its tokens
   */
  public static boolean allMatch(List<List<TokenParameter>> wanted, Collection<Code> given) {
    return wanted.stream()
        .allMatch(
            any ->
                any.stream()
                    .anyMatch(t -> given.stream().anyMatch(c -> t.matches(c.system(), c.code()))));
  }

  boolean matches(String itsSystem, String itsCode) {
    return (system.isEmpty() || system.get().equals(itsSystem))
        && (code.isEmpty() || code.get().equals(itsCode));
  }
}
