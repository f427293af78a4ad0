package io.tributary.lab.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.protocol.Sex;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ResultMatcherTest {
  private static final LocalDate BORN = LocalDate.of(1980, 2, 29);

  static List<List<String>> rows() {
    return SpecificationCsv.of("matching.csv");
  }

  private static Modality modality(String name) {
    return switch (name) {
      case "walk_in_test" -> Modality.WALK_IN;
      case "at_home_phlebotomy" -> Modality.PHLEBOTOMY;
      case "on_site_collection" -> Modality.ON_SITE;
      case "testkit" -> Modality.KIT;
      case "testkit_registrable" -> Modality.REGISTRABLE_KIT;
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static <E extends Enum<E>> E word(Class<E> of, String text) {
    return Enum.valueOf(of, text.toUpperCase());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyRowOfTheContractIsDecidedAsItSays(List<String> row) {
    Optional<ResultMatcher.OfSample> sample =
        row.get(0).equals("none")
            ? Optional.empty()
            : Optional.of(
                new ResultMatcher.OfSample(
                    modality(row.get(1)),
                    LowStatus.fromWireName(row.get(2)).orElseThrow(),
                    row.get(3).equals("match"),
                    row.get(4).equals("same")));
    ResultMatcher.Users users =
        row.get(5).isEmpty()
            ? ResultMatcher.Users.NONE
            : word(ResultMatcher.Users.class, row.get(5));
    ResultMatcher.OpenOrders open =
        row.get(6).isEmpty()
            ? ResultMatcher.OpenOrders.NONE
            : word(ResultMatcher.OpenOrders.class, row.get(6));
    assertEquals(row.get(7), ResultMatcher.decide(sample, users, open).wireName());
  }

  @Test
  void theTableKnowsEveryDecisionAndEveryStatus() {
    assertEquals(
        Set.of(MatchDecision.values()).stream()
            .map(MatchDecision::wireName)
            .collect(Collectors.toSet()),
        rows().stream().map(r -> r.get(7)).collect(Collectors.toSet()));
    for (Modality m : Modality.values()) {
      Set<LowStatus> told =
          rows().stream()
              .filter(r -> !r.get(1).isEmpty() && modality(r.get(1)) == m)
              .map(r -> LowStatus.fromWireName(r.get(2)).orElseThrow())
              .collect(Collectors.toSet());
      assertTrue(told.containsAll(m.transitions().states()), m + " lacks states");
    }
  }

  @Test
  void aPatientIsKnownByLastNameInitialBirthDateAndSex() {
    PatientIdentity ours =
        new PatientIdentity("Anne-Marie", "O'Neil", Optional.of(BORN), Sex.FEMALE);
    assertTrue(ours.matches(new PatientIdentity("A", "ONEIL", Optional.of(BORN), Sex.UNKNOWN)));
    assertTrue(ours.matches(new PatientIdentity("AGNES", "O NEIL", Optional.of(BORN), Sex.FEMALE)));
    assertTrue(
        new PatientIdentity("Zoé", "Núñez", Optional.of(BORN), Sex.OTHER)
            .matches(new PatientIdentity("ZOE", "NUNEZ", Optional.of(BORN), Sex.MALE)));
    assertFalse(ours.matches(new PatientIdentity("B", "ONEIL", Optional.of(BORN), Sex.FEMALE)));
    assertFalse(ours.matches(new PatientIdentity("A", "ONEILL", Optional.of(BORN), Sex.FEMALE)));
    assertFalse(ours.matches(new PatientIdentity("A", "ONEIL", Optional.of(BORN), Sex.MALE)));
    assertFalse(
        ours.matches(new PatientIdentity("A", "ONEIL", Optional.of(BORN.plusDays(1)), Sex.FEMALE)));
  }

  @Test
  void whatIsNotToldAgreesWithNothing() {
    PatientIdentity nobody = new PatientIdentity("", "", Optional.empty(), Sex.UNKNOWN);
    assertFalse(nobody.matches(nobody));
    PatientIdentity ours = new PatientIdentity("Ann", "Lee", Optional.of(BORN), Sex.FEMALE);
    assertFalse(ours.matches(new PatientIdentity("Ann", "Lee", Optional.empty(), Sex.FEMALE)));
    assertFalse(ours.matches(new PatientIdentity("", "Lee", Optional.of(BORN), Sex.FEMALE)));
    assertFalse(ours.matches(new PatientIdentity("Ann", "--", Optional.of(BORN), Sex.FEMALE)));
  }
}
