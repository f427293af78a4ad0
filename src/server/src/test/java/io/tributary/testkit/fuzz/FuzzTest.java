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
 * Checks that each parser of untrusted input returns a value or throws one of its declared
 * exceptions. The inputs are deterministic; {@code scripts/fuzz} tries random ones for longer.
 */
class FuzzTest {
  private static final int INPUTS = 60;
  private static final long SEED = 20261123;

  /** PDFBox logs a warning for each damaged file. */
  private static final Logger PDFBOX_LOGGER = Logger.getLogger("org.apache.pdfbox");

  @BeforeAll
  static void quiet() {
    PDFBOX_LOGGER.setLevel(Level.OFF);
  }

  @AfterAll
  static void aloud() {
    PDFBOX_LOGGER.setLevel(null);
  }

  @TestFactory
  Stream<DynamicTest> parsersOnlyRefuse() {
    return FuzzTargets.all().stream()
        .map(target -> DynamicTest.dynamicTest(target.name(), () -> targetTests(target)));
  }

  private static void targetTests(FuzzTarget target) {
    InputMutator mutator = new InputMutator(new SplittableRandom(SEED));
    for (byte[] seed : target.seeds()) {
      // A rejected seed would hide the code behind the rejection.
      assertDoesNotThrow(() -> target.parser().parse(seed), target + " refuses what is good");
    }
    for (int i = 0; i < INPUTS; i++) {
      assertContract(target, mutator.next(target));
    }
  }

  private static void assertContract(FuzzTarget target, byte[] input) {
    Throwable fault = target.unexpectedException(input);
    if (fault != null) {
      fail(target + " with the input " + Base64.getEncoder().encodeToString(input), fault);
    }
  }
}
