package io.tributary.testkit.fuzz;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.Base64;
import java.util.SplittableRandom;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Each parser of what comes from outside gives a value or refuses in its own words, whatever it
 * gets: the same damaged inputs each time. {@code scripts/fuzz} tries others for longer.
 */
class FuzzTest {
  private static final int INPUTS = 60;
  private static final long SEED = 20261123;

  /** Says of each damaged file what is wrong with it. */
  private static final Logger PDFS = Logger.getLogger("org.apache.pdfbox");

  @BeforeAll
  static void quiet() {
    PDFS.setLevel(Level.OFF);
  }

  @AfterAll
  static void aloud() {
    PDFS.setLevel(null);
  }

  @TestFactory
  Stream<DynamicTest> parsersOnlyRefuse() {
    return FuzzTargets.all().stream()
        .map(target -> DynamicTest.dynamicTest(target.name(), () -> tries(target)));
  }

  private static void tries(Target target) {
    Mutator mutator = new Mutator(new SplittableRandom(SEED));
    for (byte[] seed : target.seeds()) {
      // What is refused at once is no begin: nothing behind the refusal would be tried.
      assertDoesNotThrow(() -> target.parser().parse(seed), target + " refuses what is good");
    }
    for (int i = 0; i < INPUTS; i++) {
      holds(target, mutator.next(target));
    }
  }

  private static void holds(Target target, byte[] input) {
    Throwable fault = target.fault(input);
    if (fault != null) {
      fail(target + " with the input " + Base64.getEncoder().encodeToString(input), fault);
    }
  }
}
