package io.tributary.lab.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.wire.Sex;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MatchingTest {
  private static final LocalDate BORN = LocalDate.of(1980, 2, 29);

  static List<List<String>> rows() {
    return Csv.of("matching.csv");
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
    Optional<Matching.OfSample> sample =
        row.get(0).equals("none")
            ? Optional.empty()
            : Optional.of(
                new Matching.OfSample(
                    modality(row.get(1)),
                    LowStatus.of(row.get(2)).orElseThrow(),
                    row.get(3).equals("match"),
                    row.get(4).equals("same")));
    Matching.Users users =
        row.get(5).isEmpty() ? Matching.Users.NONE : word(Matching.Users.class, row.get(5));
    Matching.OpenOrders open =
        row.get(6).isEmpty()
            ? Matching.OpenOrders.NONE
            : word(Matching.OpenOrders.class, row.get(6));
    assertEquals(row.get(7), Matching.decide(sample, users, open).text());
  }

  @Test
  void theTableKnowsEveryDecisionAndEveryStatus() {
    assertEquals(
        Set.of(Decision.values()).stream().map(Decision::text).collect(Collectors.toSet()),
        rows().stream().map(r -> r.get(7)).collect(Collectors.toSet()));
    for (Modality m : Modality.values()) {
      Set<LowStatus> told =
          rows().stream()
              .filter(r -> !r.get(1).isEmpty() && modality(r.get(1)) == m)
              .map(r -> LowStatus.of(r.get(2)).orElseThrow())
              .collect(Collectors.toSet());
      assertTrue(told.containsAll(m.moves().states()), m + " lacks states");
    }
  }

  @Test
  void aPatientIsKnownByLastNameInitialBirthDateAndSex() {
    Person ours = new Person("Anne-Marie", "O'Neil", Optional.of(BORN), Sex.FEMALE);
    assertTrue(ours.isLike(new Person("A", "ONEIL", Optional.of(BORN), Sex.UNKNOWN)));
    assertTrue(ours.isLike(new Person("AGNES", "O NEIL", Optional.of(BORN), Sex.FEMALE)));
    assertTrue(
        new Person("Zoé", "Núñez", Optional.of(BORN), Sex.OTHER)
            .isLike(new Person("ZOE", "NUNEZ", Optional.of(BORN), Sex.MALE)));
    assertFalse(ours.isLike(new Person("B", "ONEIL", Optional.of(BORN), Sex.FEMALE)));
    assertFalse(ours.isLike(new Person("A", "ONEILL", Optional.of(BORN), Sex.FEMALE)));
    assertFalse(ours.isLike(new Person("A", "ONEIL", Optional.of(BORN), Sex.MALE)));
    assertFalse(ours.isLike(new Person("A", "ONEIL", Optional.of(BORN.plusDays(1)), Sex.FEMALE)));
  }

  @Test
  void whatIsNotToldAgreesWithNothing() {
    Person nobody = new Person("", "", Optional.empty(), Sex.UNKNOWN);
    assertFalse(nobody.isLike(nobody));
    Person ours = new Person("Ann", "Lee", Optional.of(BORN), Sex.FEMALE);
    assertFalse(ours.isLike(new Person("Ann", "Lee", Optional.empty(), Sex.FEMALE)));
    assertFalse(ours.isLike(new Person("", "Lee", Optional.of(BORN), Sex.FEMALE)));
    assertFalse(ours.isLike(new Person("Ann", "--", Optional.of(BORN), Sex.FEMALE)));
  }
}
