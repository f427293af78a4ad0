package io.tributary.rules;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads the comments of Java, JavaScript and CSS sources as paragraphs. Comment signs inside string
 * literals are no comments.
 */
final class CommentReader {
  private final String source;
  private final boolean lineComments;
  private final List<Paragraph> out = new ArrayList<>();
  private Paragraph open = new Paragraph();
  private int lastCommentLine = -1;
  private int at;
  private int line = 1;

  private CommentReader(String source, boolean lineComments) {
    this.source = source;
    this.lineComments = lineComments;
  }

  /**
   * Returns the paragraphs of all comments in the order of the source.
   *
   * @param lineComments whether the language has comments that start with two slashes
   */
  static List<Paragraph> read(String source, boolean lineComments) {
    CommentReader reader = new CommentReader(source, lineComments);
    reader.readAll();
    return reader.out;
  }

  private void readAll() {
    while (at < source.length()) {
      if (source.startsWith("/*", at)) {
        readBlock();
      } else if (lineComments && source.startsWith("//", at)) {
        readLineComment();
      } else if (source.startsWith("\"\"\"", at)) {
        skipLiteral("\"\"\"", true);
      } else if (source.charAt(at) == '`') {
        skipLiteral("`", true);
      } else if (source.charAt(at) == '"' || source.charAt(at) == '\'') {
        skipLiteral(source.substring(at, at + 1), false);
      } else {
        step(1);
      }
    }
    close();
  }

  private void readBlock() {
    close();
    int end = source.indexOf("*/", at + 2);
    end = end < 0 ? source.length() : end;
    int first = line;
    String[] rows = source.substring(at + 2, end).split("\n", -1);
    for (int i = 0; i < rows.length; i++) {
      String row = rows[i].strip().replaceFirst("^\\*+", "").strip();
      if (row.isEmpty() || row.startsWith("<p>") || row.startsWith("<li>") || row.startsWith("@")) {
        close();
      }
      open.add(first + i, row.replaceAll("</?(p|li|ul|ol|pre)>", " "));
    }
    close();
    step(Math.min(end + 2, source.length()) - at);
  }

  private void readLineComment() {
    if (line != lastCommentLine + 1) {
      close();
    }
    int end = source.indexOf('\n', at);
    end = end < 0 ? source.length() : end;
    open.add(line, source.substring(at + 2, end));
    lastCommentLine = line;
    step(end - at);
  }

  private void skipLiteral(String quote, boolean multiline) {
    step(quote.length());
    while (at < source.length() && !source.startsWith(quote, at)) {
      if (!multiline && source.charAt(at) == '\n') {
        return; // not a literal, for example an apostrophe in a regular expression
      }
      step(source.charAt(at) == '\\' ? Math.min(2, source.length() - at) : 1);
    }
    step(Math.min(quote.length(), source.length() - at));
  }

  private void step(int characters) {
    for (int i = 0; i < characters; i++) {
      if (source.charAt(at) == '\n') {
        line++;
      }
      at++;
    }
  }

  private void close() {
    if (!open.isEmpty()) {
      out.add(open);
      open = new Paragraph();
    }
  }
}
