package io.tributary.provider.sdk;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.Arrays;

/**
 * Cache of the last text of a field, so that equal consecutive values share one object. Not
 * thread-safe.
 */
final class StringCache {
  private char[] chars = new char[0];
  private String text;

  /** Returns the text at which the parser is positioned. */
  String of(JsonParser p) throws IOException {
    char[] all = p.getTextCharacters();
    int from = p.getTextOffset();
    int to = from + p.getTextLength();
    if (text == null || !Arrays.equals(all, from, to, chars, 0, chars.length)) {
      chars = Arrays.copyOfRange(all, from, to);
      text = new String(chars);
    }
    return text;
  }
}
