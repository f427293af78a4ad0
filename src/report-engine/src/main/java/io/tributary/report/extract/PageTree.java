package io.tributary.report.extract;

import java.util.List;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSInteger;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageTree;

/**
 * The pages of a PDF hang on a tree whose knots say how many are below them. Where they say it
 * wrong, a page that is there cannot be asked for by its number, or is never asked for: results on
 * it would be lost without a word.
 */
final class PageTree {
  /** What a page has of the knots above it (ISO 32000-1, 7.7.3.4). */
  private static final List<COSName> INHERITED =
      List.of(COSName.RESOURCES, COSName.MEDIA_BOX, COSName.CROP_BOX, COSName.ROTATE);

  private PageTree() {}

  /**
   * Makes the tree give these pages by their numbers.
   *
   * @param walked all pages that hang on it, in their order
   */
  static void mend(PDDocument document, List<PDPage> walked) {
    if (right(document, walked)) {
      return;
    }
    COSDictionary root = new COSDictionary();
    COSArray kids = new COSArray();
    for (PDPage page : walked) {
      COSDictionary one = page.getCOSObject();
      for (COSName name : INHERITED) {
        COSBase value = PDPageTree.getInheritableAttribute(one, name);
        if (value != null) {
          one.setItem(name, value);
        }
      }
    }
    for (PDPage page : walked) {
      page.getCOSObject().setItem(COSName.PARENT, root);
      kids.add(page.getCOSObject());
    }
    root.setItem(COSName.TYPE, COSName.PAGES);
    root.setItem(COSName.KIDS, kids);
    root.setItem(COSName.COUNT, COSInteger.get(walked.size()));
    document.getDocumentCatalog().getCOSObject().setItem(COSName.PAGES, root);
  }

  private static boolean right(PDDocument document, List<PDPage> walked) {
    if (document.getNumberOfPages() != walked.size()) {
      return false;
    }
    try {
      for (int i = 0; i < walked.size(); i++) {
        if (document.getPage(i).getCOSObject() != walked.get(i).getCOSObject()) {
          return false;
        }
      }
      return true;
    } catch (RuntimeException notThere) {
      return false;
    }
  }
}
