package io.tributary.suite;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Empties the static fields of a class of tests after its last test. Some hundred classes run in
 * one process, and a stopped node, a simulated life or a parsed document that one of them keeps
 * would stay to the end. Final fields, those of outer and of parent classes stay as they are.
 */
public final class StaticsCleared implements AfterAllCallback {
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
