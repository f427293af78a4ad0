package io.tributary.rules;

/** One violation of a rule, at a line of a file. */
record Finding(String path, int line, String text) {
  @Override
  public String toString() {
    return path + ":" + line + ": " + text;
  }
}
