//! The active signature: of the overloads of a function, the one that takes the arguments before the cursor.

use super::overloads;
use super::{SignatureHelp, SignatureInfo};
use crate::signature_help::call_site::BLOCK;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::syntax_ext::trimmed_range;
use puppet_inference::type_at;
use puppet_semantic::NameResolver;
use puppet_semantic::index::file_origin::owner;
use puppet_syntax::ast::{AstNode, Expr};
use puppet_types::{Signature, Type, assignable};

/// The arguments so far.
pub(super) struct PassedArguments {
    /// The types of those that are complete.
    pub(super) types: Vec<Option<Type>>,
    pub(super) active: usize,
    /// How many parameters the block has, as far as there is one.
    pub(super) block: Option<usize>,
}

impl PassedArguments {
    pub(super) fn new(context: FileContext<'_>, arguments: &[Option<Expr>], active: usize) -> Self {
        let type_of =
            |argument: &Expr| type_at(context.db, context.file, trimmed_range(argument.syntax()));
        Self {
            types: arguments
                .iter()
                .map(|argument| argument.as_ref().and_then(type_of))
                .collect(),
            active,
            block: None,
        }
    }

    /// Chooses the first signature that takes the arguments; or else the first that takes their types, then the first
    /// that takes as many.
    pub(super) fn choose(
        &self,
        context: FileContext<'_>,
        signatures: &[Signature],
        mut labels: Vec<SignatureInfo>,
    ) -> SignatureHelp {
        for (label, signature) in labels.iter_mut().zip(signatures) {
            label.active_parameter = self.parameter(signature);
        }
        let fits: Vec<bool> = signatures.iter().map(|it| self.fits(context, it)).collect();
        let counts: Vec<bool> = signatures.iter().map(|it| self.counts(it)).collect();
        let both = |index: &usize| fits.get(*index) == counts.get(*index);
        let is = |flags: &[bool], index: &usize| flags.get(*index) == Some(&true);
        let mut indices = 0..signatures.len();
        let active = indices
            .clone()
            .find(|index| is(&fits, index) && both(index))
            .or_else(|| indices.clone().find(|index| is(&fits, index)))
            .or_else(|| indices.find(|index| is(&counts, index)));
        SignatureHelp {
            signatures: labels,
            active: active.unwrap_or(0),
        }
    }

    /// Whether a signature takes as many arguments.
    fn counts(&self, signature: &Signature) -> bool {
        let count = self.types.len().max(match self.active {
            BLOCK => 0,
            _ if self.types.is_empty() => 0,
            active => active + 1,
        });
        let params = signature.callable.params.as_ref();
        params.is_none_or(|params| {
            let most = params.size_range().upper_bound().copied();
            most.is_none_or(|most| usize::try_from(most).is_ok_and(|most| count <= most))
        })
    }

    /// Whether a signature takes arguments of these types.
    fn fits(&self, context: FileContext<'_>, signature: &Signature) -> bool {
        if self
            .block
            .is_some_and(|count| !overloads::takes_block(signature, count))
        {
            return false;
        }
        let (Some(owner), Some(params)) =
            (owner(context.db, context.file), &signature.callable.params)
        else {
            return true;
        };
        let names = NameResolver::new(context.db, owner.environment, context.file);
        self.types
            .iter()
            .enumerate()
            .all(|(index, given)| match (params.type_at(index), given) {
                (Some(wanted), Some(given)) => assignable(&names, wanted, given),
                _ => true,
            })
    }
}
