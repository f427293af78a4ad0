package io.tributary.rules;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first sentence of a Javadoc comment, as plain text. */
record Javadoc(String firstSentence) {
  private static final int MAX_WORDS = 25;

  private static final Set<String> RELATIVES =
      Set.of(
          "who",
          "whom",
          "whose",
          "what",
          "which",
          "that",
          "where",
          "when",
          "whether",
          "how",
          "why",
          "whatever",
          "whoever",
          "whichever",
          "if",
          "unless",
          "until",
          "while",
          "because",
          "than",
          "and",
          "or",
          "but",
          "so",
          "else",
          "then",
          "not",
          "nor",
          "also",
          "only",
          "neither");

  private static final Set<String> PREPOSITIONS =
      Set.of(
          "for", "of", "in", "on", "at", "by", "with", "without", "from", "to", "as", "under",
          "over", "before", "after", "between", "during", "per", "into", "within", "beside",
          "besides", "behind", "beyond", "against", "among", "through", "towards", "upon", "like");

  private static final Pattern TAG = Pattern.compile("\\{@\\w+\\s*([^{}]*)}");
  private static final Pattern END = Pattern.compile("[.!?](?=\\s+[A-Z{<(\"]|\\s*$)");

  /** Reads the comment; the sentence is empty if the comment has only block tags. */
  static Javadoc of(String comment) {
    String main = comment.replaceFirst("(?s)(^|\\n)\\s*@\\w+.*", "");
    String paragraph = main.strip().split("\\n\\s*\\n|<p>|<ul>|<ol>|<pre>", 2)[0];
    Matcher tag = TAG.matcher(paragraph);
    StringBuilder plain = new StringBuilder();
    while (tag.find()) {
      tag.appendReplacement(plain, Matcher.quoteReplacement(tagText(tag.group(), tag.group(1))));
    }
    tag.appendTail(plain);
    String text = plain.toString().replaceAll("\\s+", " ").strip();
    Matcher end = END.matcher(text);
    return new Javadoc(end.find() ? text.substring(0, end.end()) : text);
  }

  /** Code counts as one word, so that its dots and spaces change nothing. */
  private static String tagText(String tag, String content) {
    return tag.startsWith("{@code") || tag.startsWith("{@link") ? "Code" : content;
  }

  boolean isEmpty() {
    return firstSentence.isEmpty();
  }

  int words() {
    return isEmpty() ? 0 : firstSentence.split(" ").length;
  }

  boolean tooLong() {
    return words() > MAX_WORDS;
  }

  /** Returns whether the sentence is a fragment: no noun phrase and no verb stands first. */
  boolean startsBadly() {
    if (isEmpty()) {
      return false;
    }
    String first = firstSentence.split("[^\\p{L}\\p{N}']", 2)[0];
    String word = first.toLowerCase(java.util.Locale.ROOT);
    boolean lowerCase = !first.isEmpty() && Character.isLowerCase(first.charAt(0));
    return lowerCase
        || RELATIVES.contains(word)
        || PREPOSITIONS.contains(word)
        || words() == 1 && !firstSentence.equals("Code.");
  }

  /** Returns whether the sentence begins with a relative pronoun for a person or thing. */
  boolean asksWhoOrWhat() {
    return firstSentence.matches("(Who|What|Whose|Whom)\\b.*");
  }
}
