package io.tributary.suite;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Clears the static fields of a test class after its last test.
 *
 * <p>Several hundred classes run in one process, so a stopped node, simulated data or a parsed
 * document in a static field would stay in memory until the end. Final fields and fields of outer
 * and parent classes are unchanged.
 */
public final class StaticFieldCleaner implements AfterAllCallback {
  @Override
  public void afterAll(ExtensionContext context) throws IllegalAccessException {
    for (Field field : context.getRequiredTestClass().getDeclaredFields()) {
      int modifiers = field.getModifiers();
      if (Modifier.isStatic(modifiers)
          && !Modifier.isFinal(modifiers)
          && !field.getType().isPrimitive()) {
        field.setAccessible(true);
        field.set(null, null);
      }
    }
  }
}
