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
 * Repairs the page tree of a PDF whose nodes give wrong page counts.
 *
 * <p>With a wrong count, an existing page cannot be fetched by number or is never fetched, and its
 * results would be lost silently.
 */
final class PageTreeRepair {
  /** Attributes that a page inherits from its parent nodes (ISO 32000-1, 7.7.3.4). */
  private static final List<COSName> INHERITED =
      List.of(COSName.RESOURCES, COSName.MEDIA_BOX, COSName.CROP_BOX, COSName.ROTATE);

  private PageTreeRepair() {}

  /**
   * Rebuilds the tree so that it returns these pages by number.
   *
   * @param walked all pages found in the tree, in order
   */
  static void repair(PDDocument document, List<PDPage> walked) {
    if (isCorrect(document, walked)) {
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

  private static boolean isCorrect(PDDocument document, List<PDPage> walked) {
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
