package io.tributary.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProgramHelpTest {
  private static Optional<String> answer(String... args) {
    return ProgramHelp.answer(args, "usage: x\n", ProgramHelpTest.class);
  }

  @Test
  void helpAndVersionAreAnsweredAtAnyPosition() {
    assertEquals(Optional.of("usage: x"), answer("--help"));
    assertEquals(Optional.of("usage: x"), answer("--conf", "dir", "-h"));
    assertEquals(Optional.of("tributary development"), answer("--conf", "dir", "--version"));
  }

  @Test
  void otherArgumentsAreLeftToTheProgram() {
    assertEquals(Optional.empty(), answer());
    assertEquals(Optional.empty(), answer("--conf", "dir", "--helper", "version"));
  }

  @Test
  void theVersionIsThatOfTheJar() {
    assertEquals(
        Test.class.getPackage().getImplementationVersion(), ProgramHelp.version(Test.class));
  }
}
