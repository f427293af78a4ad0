package io.tributary.rules;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Wordings that are hard to read in technical English, each with the advice to its author. */
enum ProsePattern {
  PERSON_AS_SUBJECT(
      "name the client, the operator, the node or the provider",
      "\\b(?:who|any|every|some)body\\b|\\bwhoever\\b|\\bwhom\\b|\\bnobody\\b|(?<![a-z] )\\bwho"
          + " (?:is|are|was|has|have|does|can|cannot|may|must|wants|asks|needs|comes)\\b",
      CASE_INSENSITIVE),
  LEADING_WHAT(
      "name the thing first",
      "(?:^|(?<=[.:] ))What (?!to\\b|is new\\b|happens\\b)[a-z]+(?![^.]*\\?)",
      0),
  TALKING_SOFTWARE(
      "software reports, returns, logs, reads, checks or records",
      "\\b(?:tell|say|ask|hear|know|look|think|believe)s?\\b"
          + Constants.SPOKEN
          + "|\\b(?:told|said|asked|heard)\\b"
          + Constants.SPOKEN,
      CASE_INSENSITIVE),
  ARCHAIC(
      "use the modern word",
      "\\b(?:anew|thereof|therein|whereof|wherein|hence|thus|noughts?|mend(?:s|ed)?)\\b"
          + "|\\b(?:so many|so much|such a one|be it|as it were|no more than that|for as long)\\b"
          + "|\\b(?:by other ways|turned away|made up for|in (?:their|its) turn)\\b"
          + "|\\bcomes? (?:about|in between|first as|last as)\\b",
      CASE_INSENSITIVE),
  VAGUE_NOUN(
      "use the standard term: slot, method, permit, rate, queue, cooldown, listener, document",
      "\\bthe (?:(?:place|way|thing|word|turn|paper)s?|rests?(?!"
          + " of\\b)|leave|pace|door|desk|seat|walk|hush|diary)\\b",
      CASE_INSENSITIVE),
  DANGLING_ELSE("write \"otherwise\", or a second sentence", "[,;] else\\b", CASE_INSENSITIVE),
  NEGATED_RIDDLE(
      "say what is true",
      "\\b(?:nothing but|none but|no other than|not without|never not)\\b"
          + "|\\bnot? \\w+ but (?:what|one|the one)\\b",
      CASE_INSENSITIVE);

  private final String advice;
  private final Pattern pattern;

  ProsePattern(String advice, String regex, int flags) {
    this.advice = advice;
    this.pattern = Pattern.compile(regex, flags);
  }

  /** Returns the offsets of the hits in a paragraph. */
  List<Integer> hits(String text) {
    List<Integer> out = new ArrayList<>();
    Matcher m = pattern.matcher(text);
    while (m.find()) {
      out.add(m.start());
    }
    return out;
  }

  String advice() {
    return advice;
  }

  /** Parts that patterns share; an enum cannot refer to its own static fields before them. */
  private static final class Constants {
    private static final String SPOKEN =
        "(?= (?:it|that|so|of|what|who|when|where|how|whether|them|him|its|the|no|each|apart)\\b)";
  }
}
